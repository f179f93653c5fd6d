import { distance } from 'fastest-levenshtein';

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
