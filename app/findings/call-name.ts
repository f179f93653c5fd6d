import { distance } from 'fastest-levenshtein';
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

const MAX_NAMES = 1000;
const SHORTEST = 3;
const LONGEST = 100;

/** The name that was probably meant, or undefined if none is close: a third of its characters may differ. */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  if (given.length < SHORTEST || given.length > LONGEST) return undefined;
  const wanted = plain(given);
  let nearest: string | undefined;
  let least = Math.floor((given.length + 2) / 3) + 1;
  let looked = 0;
  for (const name of names) {
    looked += 1;
    if (looked > MAX_NAMES) break;
    if (name === given || Math.abs(name.length - given.length) > least) continue;
    const steps = distance(wanted, plain(name));
    if (steps < least) [nearest, least] = [name, steps];
  }
  return nearest;
}

/** The same word in another case or with other joints is no other word. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_. ]/g, '_');
}

/** The question to put behind a name that does not exist; empty if no other is close. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}
