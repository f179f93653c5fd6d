import { isJsonObject } from '../../base/json-value.ts';
import { WordScan } from '../../base/word-scan.ts';

/** JSON texts up to this length are parsed, in characters. */
export const MAX_JSON = 20_000;

/**
 * Words that a text which states a failure begins, holds or ends with, by their stems; `_` is a blank.
 * Nearly all texts hold none, and what is not ASCII may be a sign or another language.
 */
const STEMS = `0_rows abort above absent again already another_ aren't aucun bad_ banned below beyond blocked booked bounce broke busy
  can't cannot closed conflict corrupt couldn crash declin denegad denied depleted didn differ disab disallow
  discard disconnect doesn don't down_ dropp eacces eai_ ebusy econn ehost eio ended_at enet enoacc enoent enotf enough eperm epipe
  err etimed exceed except exhaust exist exit expects expir fail falha fall_ fatal fault fehl forbid fout frozen
  full gave_ geweig greater hadn halted hang_ has_to hasn have_to haven't held_ ignor illegal imposs in_use incomplete incorr insuff
  interrupt introuv inval isn jam jammed kein killed ko_ lapsed larger left_ limit lock lost maintenance
  malf many_ maximum minimum mismatch miss must n/a need negad neither never nicht niet no_ nobody none not_
  nothing occupied off_by offline only oops ora- out_ outside overheat overl panic partial pas_ paused permission
  please problem prohibit protected quota ran_ read-only recus refill refus reject requir reset revert revok
  rollback rolled segm short shouldn sign_in skip sold sorry stall stayed stays stopped struck stuck suspend syntax
  terminat throttl time-out timed timeout too_ trace tripped turned unable unanswered unauth unav undef unexp
  unfilled unfortun unkn unplug unprocess unreach unread unrec unregister unresolv unsent unsucc unsupp untouch
  usage used_ verweig veto violates warning wasn weren withdrawn won't wouldn wrong wurde x509`;

/** Names of members that hold what went wrong, or a word or a number for how it went. */
const SUSPECT_NAME =
  /err|fail|xcept|fault|problem|reason|cause|code|stat|exit|miss|skip|rejec|den(?:y|i)|invalid|not|un[a-z]/i;
const MAX_VALUES = 60;
const DEEPEST = 4;

const SUSPECT = 1;
const DIGITS = 2;
const words = new WordScan(
  [
    { bits: SUSPECT, at: 'start', words: STEMS.split(/\s+/).map((stem) => stem.replaceAll('_', ' ')) },
    // The same within a word, and the signs that stand around or above what failed.
    { bits: SUSPECT, at: 'anywhere', words: ['rror', 'xcept', 'fail', '***', '\n---', '[x]'] },
    { bits: DIGITS, at: 'start', words: ['4', '5'] },
  ],
  // What is not ASCII may be a sign, or another language.
  SUSPECT,
);

/** The numbers of HTTP, and where they stand for a status. */
const NUMBER = /\b[45]\d\d\b/;
const STATUS =
  /^\W*[45]\d\d\b|(?:http|status|code|answered|replied|respon|return|got|gave|api|server|service)[^\n]{0,40}?\b[45]\d\d\b/i;

/** What JSON says of a failure; members that say that there was none do not count. */
const SUSPECT_JSON =
  /err(?!\w*"\s*:\s*(?:null|""|\[\]|false|0\b|\{\}))|fail(?!\w*"\s*:\s*(?:null|""|\[\]|false|0\b))|false|exception|fault|problem|partial|reject|denied|forbid|unauth|invalid|not |unable|could|cannot|missing|time-?out|timed|no such|"\w*(?:status|code|cod)"\s*:\s*"?[45]\d\d|[\u0080-\uffff]|\\u/i;

/** What a short JSON text may say beside those words, and what they are within a name: "SESSION_EXPIRED". */
const SHORT_JSON =
  /false|reason|erfolg|"(?:not|un)|"no[_"]|cause|_(?:den|err|exp|found|full|jam|miss|no_|not|rej|time|unav|unk)|return_?code|"(?:success|ok|[a-z]+ed)"\s*:\s*0|"rc"|\\u/i;

/** What is said of a call is said at the start of a text. */
const SMALL = 600;
/** Sections and signs may stand further down. */
const MORE = 3000;

const JSON_START = /^\s*[{["]/;
const JSON_WORDS = ['rror', 'ail', 'false', 'xcept', 'FAIL', 'ERR', 'artial', 'eject'];

/** False for nearly all texts that state no failure, in a small part of the time that reading them takes. */
export function isSuspect(text: string): boolean {
  const isJson = !startsWithLetter(text) && JSON_START.test(text);
  if (isJson && text.length > SMALL && text.length <= MAX_JSON) {
    // A long list is what was asked for unless one of these is in it: cheaper to look for than the pattern.
    return JSON_WORDS.some((word) => text.includes(word)) && SUSPECT_JSON.test(text);
  }
  const found = words.find(text, SMALL, SUSPECT);
  if ((found & SUSPECT) !== 0) return true;
  if (isJson && SHORT_JSON.test(text.slice(0, SMALL))) return true;
  if ((found & DIGITS) !== 0 && isStatus(text.slice(0, SMALL))) return true;
  if (text.length <= SMALL) return false;
  const more = text.slice(0, MORE);
  return more.includes('\n---') || /[❌✗✘]/u.test(more);
}

/** As most texts do. */
function startsWithLetter(text: string): boolean {
  const letter = text.charCodeAt(0) | 0x20;
  return letter >= 0x61 && letter <= 0x7a;
}

function isStatus(start: string): boolean {
  return NUMBER.test(start) && STATUS.test(start);
}

/**
 * The same for a JSON value. What denies, what is empty and what is named after a failure may tell of one; a value
 * that is large or deep is taken for suspect.
 */
export function isSuspectValue(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
      return value === '' || isSuspect(value);
    case 'number':
      return value === 0;
    case 'boolean':
      return !value;
  }
  if (Array.isArray(value)) return isSuspectList(value, depth);
  if (!isJsonObject(value) || depth === DEEPEST) return true;
  let count = 0;
  for (const name in value) {
    count += 1;
    if (count > MAX_VALUES || SUSPECT_NAME.test(name) || isSuspectValue(value[name], depth + 1)) return true;
  }
  return count === 0;
}

function isSuspectList(list: readonly unknown[], depth: number): boolean {
  if (list.length === 0 || list.length > MAX_VALUES || depth === DEEPEST) return true;
  return list.some((item) => isSuspectValue(item, depth + 1));
}
