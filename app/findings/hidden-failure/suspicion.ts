import { isJsonObject } from '../../base/json-value.ts';
import { WordScan } from '../../base/word-scan.ts';
import { listOf, pattern } from './lexicon.ts';

/** JSON texts up to this length are parsed, in characters. */
export const MAX_JSON = 20_000;
/** What is said of a call is said at the start of a text. */
const SMALL = 600;
/** Sections and signs may stand further down. */
const MORE = 3000;
const MAX_VALUES = 60;
const DEEPEST = 4;

const SUSPECT = 1;
const DIGITS = 2;
/** Nearly all texts hold none of these words; what is not ASCII may be a sign or another language. */
const words = new WordScan(
  [
    { bits: SUSPECT, at: 'start', words: listOf('suspect_stems').map((stem) => stem.replaceAll('_', ' ')) },
    // The same within a word, and the signs that stand around or above what failed.
    { bits: SUSPECT, at: 'anywhere', words: ['rror', 'xcept', 'fail', '***', '\n---', '[x]'] },
    { bits: DIGITS, at: 'start', words: ['4', '5'] },
  ],
  SUSPECT,
);
/** Names of members that hold what went wrong, or a word or a number for how it went. */
const NAME = pattern('{suspect_name}');
/** The numbers of HTTP, and where they stand for a status. */
const NUMBER = /\b[45]\d\d\b/;
const STATUS = pattern('{suspect_status}');
/** What JSON says of a failure; members that say that there was none do not count. */
const JSON_SAYS = pattern('{suspect_json}');
/** What a short JSON text may say beside those words. */
const SHORT_JSON_SAYS = pattern('{suspect_short_json}');
const JSON_START = /^\s*[{["]/;
const JSON_WORDS = ['rror', 'ail', 'false', 'xcept', 'FAIL', 'ERR', 'artial', 'eject'];

/** False for nearly all texts that state no failure, in a small part of the time that reading them takes. */
export function isSuspect(text: string): boolean {
  const isJson = JSON_START.test(text);
  if (isJson && text.length > SMALL && text.length <= MAX_JSON) {
    // A long list is what was asked for unless one of these is in it: cheaper to look for than the pattern.
    return JSON_WORDS.some((word) => text.includes(word)) && JSON_SAYS.test(text);
  }
  const found = words.find(text, SMALL, SUSPECT);
  if ((found & SUSPECT) !== 0) return true;
  if (isJson && SHORT_JSON_SAYS.test(text.slice(0, SMALL))) return true;
  if ((found & DIGITS) !== 0 && NUMBER.test(text) && STATUS.test(text.slice(0, SMALL))) return true;
  if (text.length <= SMALL) return false;
  const more = text.slice(0, MORE);
  return more.includes('\n---') || /[❌✗✘]/u.test(more);
}

/**
 * The same for a JSON value. What denies, what is empty and what is named after a failure may tell of one; a value
 * that is large or deep is taken for suspect.
 */
export function isSuspectValue(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value === '' || isSuspect(value);
  if (typeof value === 'number') return value === 0;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value) && depth < DEEPEST)
    return (
      value.length === 0 || value.length > MAX_VALUES || value.some((item) => isSuspectValue(item, depth + 1))
    );
  if (!isJsonObject(value) || depth === DEEPEST) return true;
  let count = 0;
  for (const name in value) {
    count += 1;
    if (count > MAX_VALUES || NAME.test(name) || isSuspectValue(value[name], depth + 1)) return true;
  }
  return count === 0;
}
