/** JSON texts up to this length are parsed, in characters. */
export const MAX_JSON = 20_000;
/**
 * Nearly all texts hold none of these in lower case, and looking for them is quicker than anything else.
 * Every pattern of a sentence needs one of them; what is not ASCII may be a sign or another language.
 */
const SUSPECT =
  /\b(?:err|fail|exce|trace|panic|fatal|denied|forbid|unauth|not\b|no\b|cannot|unable|could|inval|illegal|malf|bad |incorr|unsupp|unkn|unexp|unrec|unav|undef|miss|requi|only |usage|insuff|limit|many|timed|time-?out|refus|reject|declin|rever|abort|block|terminat|wrong|lock|exist|disab|quota|expir|already|closed|full|busy|offline|must |expects|too |conflict|mismatch|corrupt|overlap|in use|reset|dropped|x509|broken|ignor|enough|down\b|please|sold|veto|fout|e(?:no|acc|perm|busy|timed|conn|host|net|pipe|ai_)[a-z]|hang up|oops|used up|crash|not_|partial|out of|fehl|nicht|kein|imposs|introuv|falha|fall|niet|geweig|negad|denegad)/i;
/** The same within a word, and the signs that stand around or above what failed. */
const SUSPECT_PART = /error|exception|n't|\*\*\*|\n---/i;
/** These may be signs, or another language. */
const NOT_ASCII = /[\u0080-\uffff]/;
/** The numbers of HTTP, and where they stand for a status. */
const NUMBER = /\b[45]\d\d\b/;
const STATUS =
  /^\W*[45]\d\d\b|(?:http|status|code|answered|replied|respon|return|got|gave|api|server|service)[^\n]{0,40}?\b[45]\d\d\b/i;
/** What JSON says of a failure; members that say that there was none do not count. */
const SUSPECT_JSON =
  /err(?!\w*"\s*:\s*(?:null|""|\[\]|false|0\b|\{\}))|fail(?!\w*"\s*:\s*(?:null|""|\[\]|false|0\b))|false|exception|fault|problem|partial|reject|denied|forbid|unauth|invalid|not |unable|could|cannot|missing|time-?out|timed|"(?:success|ok)"\s*:\s*0|no such|"\w*(?:status|code|cod)"\s*:\s*"?[45]\d\d|[\u0080-\uffff]|\\u|exit_?code|return_?code/i;
/** What is said of a call is said at the start of a text. */
const SMALL = 600;
/** Sections and signs may stand further down. */
const MORE = 3000;
const JSON_WORDS = ['rror', 'ail', 'false', 'xcept', 'ault', 'FAIL', 'ERR', 'artial', 'eject'];

/** False for nearly all texts that state no failure, in a small part of the time that reading them takes. */
export function isSuspect(text: string): boolean {
  if (/^\s*[{["]/.test(text) && text.length <= MAX_JSON) {
    // A long list is what was asked for unless one of these is in it: cheaper to look for than the pattern.
    if (text.length > SMALL && !JSON_WORDS.some((word) => text.includes(word))) return false;
    if (SUSPECT_JSON.test(text)) return true;
    if (text.length > SMALL) return false;
  }
  const start = text.slice(0, SMALL);
  // Each by itself: one pattern of all of them cannot skip characters, as the short ones do.
  if (SUSPECT_PART.test(start) || SUSPECT.test(start) || NOT_ASCII.test(start)) return true;
  if (NUMBER.test(start) && STATUS.test(start)) return true;
  if (text.length <= SMALL) return false;
  const more = text.slice(0, MORE);
  return more.includes('\n---') || /[❌✗✘]/u.test(more);
}
