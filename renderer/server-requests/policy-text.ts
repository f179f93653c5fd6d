import type { JsonObject } from '../../app/base/json-value.ts';
import type { AnswerPolicy, PolicyName } from '../../app/protocol/server-request.ts';

/** The policies in words, in the order of a list. */
export const POLICY_LABELS: readonly (readonly [AnswerPolicy['kind'], string])[] = [
  ['ask', 'ask me'],
  ['decline', 'decline'],
  ['canned', 'give a canned answer'],
  ['error', 'answer with an error'],
  ['silent', 'never answer, so that it times out'],
];

export function policyLabel(name: PolicyName): string {
  switch (name) {
    case 'sampling':
      return 'Sampling';
    case 'elicitation':
      return 'Elicitation';
    case 'roots':
      return 'Roots list';
    case 'ping':
      return 'Ping';
  }
}

/** What a canned answer is for this kind of ask. */
export function cannedText(name: PolicyName): string {
  switch (name) {
    case 'roots':
      return 'answer with the roots below';
    case 'ping':
      return 'answer';
    case 'sampling':
    case 'elicitation':
      return 'give a canned answer';
  }
}

/** A canned result to begin with; undefined if the session has one of its own. */
export function cannedStart(name: PolicyName): JsonObject | undefined {
  switch (name) {
    case 'sampling':
      return {
        role: 'assistant',
        content: { type: 'text', text: 'A canned answer.' },
        model: 'canned',
        stopReason: 'endTurn',
      };
    case 'elicitation':
      return { action: 'accept', content: {} };
    case 'roots':
    case 'ping':
      return undefined;
  }
}
