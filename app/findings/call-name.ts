import { ELICITATION_CREATE, SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import type { Exchange } from '../session/exchange.ts';

/** What the target of these says is no name of what was asked for. */
const UNNAMED: readonly string[] = [
  'initialize',
  ELICITATION_CREATE,
  SUBSCRIPTIONS_LISTEN,
  'completion/complete',
];
const SHOWN = 80;

/** How a sentence names a request: its method, and what it is about. */
export function callName({ method, target }: Pick<Exchange, 'method' | 'target'>): string {
  const about = target === '' || UNNAMED.includes(method) ? '' : ` ${onOneLine(target)}`;
  return `${onOneLine(method)}${about}`;
}

/** The same with its id, in a sentence that may be read beside another request. */
export function callWithId(exchange: Pick<Exchange, 'method' | 'target' | 'id'>): string {
  return `${callName(exchange)} (id ${exchange.id.text.slice(0, SHOWN)})`;
}

/** How a sentence begins that is about an answer, `what` of it: its request is named if it is known. */
export function answerTo(exchange: Readonly<Exchange> | undefined, what = 'The answer'): string {
  return exchange === undefined ? what : `${what} to ${callWithId(exchange)}`;
}

/** A name of the wire may be of any length, and hold line breaks. */
function onOneLine(name: string): string {
  const shown = name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
  return shown.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}
