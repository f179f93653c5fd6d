import { assertNever } from '../base/assert-never.ts';
import { stringAt } from '../base/json-value.ts';
import type { AskMethod } from './client-capabilities.ts';

/** What the server wants, in a few words, as in "The server asks for a model's answer". */
export function askKind(method: AskMethod, params: unknown): string {
  switch (method) {
    case 'sampling/createMessage':
      return "a model's answer";
    case 'elicitation/create':
      return stringAt(params, 'mode') === 'url' ? 'a visit to an address' : 'some values';
    case 'roots/list':
      return 'the list of roots';
    case 'ping':
      return 'a sign of life';
    default:
      return assertNever(method);
  }
}

/** What the server says about it in its own words; empty where it says nothing. */
export function askMessage(method: AskMethod, params: unknown): string {
  return method === 'elicitation/create' ? (stringAt(params, 'message') ?? '') : '';
}
