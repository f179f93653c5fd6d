import { endsThings, takesBack } from './deed-kind.ts';
import { namesDeed } from './outcome-words.ts';

/** What somebody else has, or what an earlier act made impossible: "already taken", "already on loan". */
const TAKEN =
  '(?:taken|booked|used|reserved|sold|claimed|allocated|on loan|assigned|paired|held|holds?|stands|checked|being|decided|closed|shipped|filled|spoken|gone|lent|rented|occupied|has an?\\b|have an?\\b|been (?:taken|used|sold|claimed|reserved|shipped|processed|refunded))';
const BEFORE = new RegExp(
  [
    `\\balready(?:[ _]|\\b)(?! ?${TAKEN})`,
    '\\b(?:up[- ]to[- ]date|unchanged|as before|(?:there|is|was) no (?:change|difference))\\b',
    '\\b(?:is|was|are|were) there (?:before|already)\\b|\\band was (?:on|off|so|open|closed) before\\b',
    // "It had been voided before", "33 was void before".
    '\\b(?:was|were|had been|has been) \\w+ before(?=[.;,]|$)',
    '\\b(?:nothing|nobody|none|no [\\w-]+s) (?:was |were )?(?:left )?to (?!search\\b)\\w+',
    '\\b(?:has|have) (?:that|this|the same) \\w+ (?:already|set)\\b',
    '\\bas (?:it|they) (?:is|was|are|were)\\b[^.]{0,20}(?:changed nothing|no change|nothing (?:was )?changed)',
    '^was (?:[a-z]+ )?[a-z]+[.!]?$',
    // German, French, Spanish, Italian, Portuguese, Dutch, Polish, Chinese, Japanese.
    '\\b(?:bereits|schon (?:da|vorhanden|aktiv|an|aus|offen|so)|déjà|ya (?:existía|existe|est[aá]\\w*|hab[ií]a)|già|já (?:existe|existia|está\\w*)|al (?:bestaat|bestond|aan|open)|już)(?=\\W|$)',
    '已经|已存在|既に|すでに',
  ].join('|'),
  'iu',
);
/** Of a tool that ends something: there was nothing of the kind. */
const WAS_NOT =
  /\b(?:was|were|is|are) (?:not|never) (?:on|in|a|an|any|yet|[a-z]+(?:ed|en))\b|\b(?:no|not) [\w ]{1,30} any ?more\b|\bwas empty\b/i;
/** With one of these, it was no good that it was so. */
const REFUSES =
  /^\W*(?:\w+ )?(?:error|fatal|fail|denied|refused|rejected|conflict|sorry|unable|\w+(?:Error|Exception)\b)|\b(?:cannot|can['’]t|could ?n[o'’]t|can not|unable to|failed|fehler|impossible|conflict|denied|refused|rejected|must|choose|pick|another|different|other|somebody|someone|nobody else|limit|reload|try again|at a time|no longer|did not|didn['’]t|no (?:answer|response|reply))\b|\b[45]\d\d\b|\*\*\*|できません|失敗|失败|konnte|无法/i;

/** True if the text says that what was asked for was so before the call, and nothing against it. */
export function wasSoBefore(text: string, tool: string): boolean {
  const said = text.replaceAll('_', ' ');
  if (!BEFORE.test(said) && !wasNone(said, tool)) return false;
  return !REFUSES.test(said);
}

/** Of a tool that ends something, that there was nothing to end; "not released" of one that releases is its failure. */
function wasNone(said: string, tool: string): boolean {
  if (!endsThings(tool) && !takesBack(tool)) return false;
  const found = WAS_NOT.exec(said);
  return found !== null && !found[0].split(' ').some((word) => namesDeed(word, tool));
}
