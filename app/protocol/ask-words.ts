import { assertNever } from '../base/assert-never.ts';
import { stringAt } from '../base/json-value.ts';
import type { AskMethod } from './client-capabilities.ts';
import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE } from './methods.ts';

/** What the server wants, in a few words, as in "The server asks for a model's answer". */
export function askKind(method: AskMethod, params: unknown): string {
  switch (method) {
    case SAMPLING_CREATE_MESSAGE:
      return "a model's answer";
    case ELICITATION_CREATE:
      return stringAt(params, 'mode') === 'url' ? 'a visit to an address' : 'some values';
    case ROOTS_LIST:
      return 'the list of roots';
    case 'ping':
      return 'a sign of life';
    default:
      return assertNever(method);
  }
}

/** What the server says about it in its own words; empty where it says nothing. */
export function askMessage(method: AskMethod, params: unknown): string {
  return method === ELICITATION_CREATE ? (stringAt(params, 'message') ?? '') : '';
}
