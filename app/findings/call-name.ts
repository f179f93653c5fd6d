import { distance } from 'fastest-levenshtein';
import { ELICITATION_CREATE, SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import type { Exchange } from '../session/exchange.ts';

/** Methods whose target does not name the thing requested. */
const UNNAMED: readonly string[] = [
  'initialize',
  ELICITATION_CREATE,
  SUBSCRIPTIONS_LISTEN,
  'completion/complete',
];
const SHOWN = 80;

/** The name of a request in a sentence: its method and target. */
export function callName({ method, target }: Pick<Exchange, 'method' | 'target'>): string {
  const about = target === '' || UNNAMED.includes(method) ? '' : ` ${onOneLine(target)}`;
  return `${onOneLine(method)}${about}`;
}

/** The request's name with its id, for a sentence that may be read next to another request. */
export function callWithId(exchange: Pick<Exchange, 'method' | 'target' | 'id'>): string {
  return `${callName(exchange)} (id ${exchange.id.text.slice(0, SHOWN)})`;
}

/** The start of a sentence about an answer, or its part `what`; names the request if it is known. */
export function answerTo(exchange: Readonly<Exchange> | undefined, what = 'The answer'): string {
  return exchange === undefined ? what : `${what} to ${callWithId(exchange)}`;
}

/** A name from the wire may have any length and contain line breaks. */
function onOneLine(name: string): string {
  const shown = name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
  return shown.replaceAll(/[\s\p{Cc}]+/gu, ' ');
}

const MAX_NAMES = 1000;
const SHORTEST = 3;
const LONGEST = 100;

/** The name that was probably meant; undefined if none is close: at most a third of its characters may differ. */
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

/** Normalizes case and separators, which do not make a different word. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_. ]/g, '_');
}

/** A question to append after an unknown name; empty if no other name is close. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;
}
