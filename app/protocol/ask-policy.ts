import { assertNever } from '../base/assert-never.ts';
import type { AskAnswer, AskPolicy } from './ask-answer.ts';
import type { AskMethod } from './client-capabilities.ts';
import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from './methods.ts';
import type { SessionSettings } from './session-settings.ts';

/** The name of a method's policy in the settings of a session. */
export type PolicyName = keyof SessionSettings['answers'];

export function policyNameOf(method: AskMethod): PolicyName {
  switch (method) {
    case ROOTS_LIST:
      return 'roots';
    case SAMPLING_CREATE_MESSAGE:
      return 'sampling';
    case ELICITATION_CREATE:
      return 'elicitation';
    case 'ping':
      return 'ping';
    default:
      return assertNever(method);
  }
}

/** The policy that gives this answer to every ask from now on; a cancel is one of elicitation alone. */
export function policyOfAnswer(answer: AskAnswer): AskPolicy {
  switch (answer.kind) {
    case 'result':
      return { kind: 'canned', result: answer.result };
    case 'cancel':
      return { kind: 'canned', result: { action: 'cancel' } };
    case 'decline':
    case 'error':
    case 'silent':
      return answer;
    default:
      return assertNever(answer);
  }
}
