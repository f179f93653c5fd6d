import type { Exchange } from '../session/exchange.ts';

const SHOWN = 80;

/** How a sentence names a request: its method, what it is about, and its id. */
export function callName({ method, target, id }: Pick<Exchange, 'method' | 'target' | 'id'>): string {
  const about = target === '' || method === 'initialize' ? '' : ` ${JSON.stringify(target.slice(0, SHOWN))}`;
  return `${method.slice(0, SHOWN)}${about} (id ${id.text.slice(0, SHOWN)})`;
}

/** How a sentence begins that is about an answer, `what` of it: its request is named if it is known. */
export function answerTo(exchange: Readonly<Exchange> | undefined, what = 'The answer'): string {
  return exchange === undefined ? what : `${what} to ${callName(exchange)}`;
}
