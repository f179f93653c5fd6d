import { stringAt } from '../../base/json-value.ts';
import type { WireError } from '../../wire/envelope.ts';
import { type Failure, saying } from './failure.ts';

/** What the target of these says is no name of what was asked for. */
const UNNAMED: readonly string[] = [
  'initialize',
  'elicitation/create',
  'subscriptions/listen',
  'completion/complete',
];

/** The request as one names it in a sentence. */
export function callName({ method, target }: Pick<Failure, 'method' | 'target'>): string {
  if (target === '' || UNNAMED.includes(method)) return method;
  return method === 'tools/call' ? target : `${method} ${target}`;
}

/** What the server gives as its reason, in one sentence. */
export function said({ message, data }: WireError): string {
  const detail =
    typeof data === 'string' && data !== message
      ? data
      : (stringAt(data, 'message') ?? stringAt(data, 'detail'));
  const texts = [message, detail ?? ''].filter((text) => text.trim() !== '');
  return texts.length === 0 ? 'It gives no reason.' : `It says ${texts.map(saying).join(' and ')}.`;
}
