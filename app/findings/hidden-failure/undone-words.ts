import { PARTICIPLE } from './outcome-words.ts';

/** What may well not have happened although the tool did its work. */
const NO_MATTER =
  '(?:found|detected|reported|seen|needed|required|missed|lost|harmed|hurt|damaged|affected|changed|expected|limited|triggered|exceeded|reached|used|included|listed|verified|signed|tested|recommended|charged|billed|shared|recovered|restored|reversed|undone|revoked|edited|refunded|recalled|allowed|washed)\\b';
const NO_THING = '(?:nothing(?! else)|no (?!other|further|more)[\\w-]+(?: [\\w-]+){0,3})';
const BEEN = '(?:was|were|has been|have been|could be)';
const BEEN_NOT =
  "(?:(?:was|were|is|are|has been|have been|have|has) not (?:been )?(?:yet )?|(?:is|was|are|were)n['’]t |(?:could|can) ?not be |(?:could|ca)n['’]t be )";

/** Ways to say that a deed was not done. */
const STATEMENTS: readonly string[] = [
  // "Nothing was scheduled", "no output was produced", "no PDF written".
  `\\b${NO_THING} ${BEEN} (?!closed\\b|${NO_MATTER})${PARTICIPLE}\\b`,
  `\\b${NO_THING} (?<!will be )(?:produced|made|written|created|sent|saved|placed|booked|returned|charged|taken|sold)\\b`,
  `\\bno [\\w-]+ (?:is|are) (?:set|stored|registered|assigned|signed in|logged in|connected)\\b`,
  `\\b(?:wrote|did|produced|saved|sent|moved) nothing\\b`,
  `\\b0 [\\w-]+ (?:\\w+ )?(?:written|extracted|created|sent|copied|imported|exported|saved|converted)\\b`,
  // "Your change was not saved", "the spell isn't cast", "job not started".
  `\\b${BEEN_NOT}(?!${NO_MATTER})${PARTICIPLE}\\b`,
  `(?:^(?:[^\\s:,]+:? ){0,10}|, (?:[^\\s:,]+:? ){1,4})(?<!\\d )not (?!${NO_MATTER})${PARTICIPLE}\\b`,
  `\\b(?:I|we) (?:did not|didn['’]t|have not|haven['’]t) (?!find\\b|see\\b)\\w+`,
  `\\b(?:am|are|is) not able to\\b`,
  // "Command discarded", "the transfer was stopped".
  `(?:^|, )(?:the |your |this )?(?:[\\w-]+ )?(?:command|request|order|job|print|submission|\\w+ing|call|operation|transaction|change|update|purchase|booking|transfer|upload|message|action|attempt) (?:was |were |has been )?(?:discarded|stopped|halted|ignored|aborted|cancelled|canceled|rejected|refused|denied|dropped|interrupted|terminated)\\b`,
  `\\bleft (?:\\S+ ){1,3}(?:as (?:it|they) (?:was|were|is|are)|untouched|open)\\b`,
  // "The arm stayed where it was".
  `\\b(?:stays|stayed|remains|remained|is still|was left|was kept|left|kept) (?:where|as|open|closed|locked|off|on|unchanged|untouched|empty|private|with me)\\b`,
];

/** The same in German, French, Italian, Dutch, Polish, Portuguese and Spanish. */
export const FOREIGN_UNDONE =
  /\b(?:es wurden? nichts|wurden? (?:nichts|nicht)|aucune? \S+ n['’]a (?:pas )?été|n['’](?:a|ont) pas été|nessun[ao] \S+ \S+[ao]\b|non (?:è|sono) stat[oaie]|er is niets|is niet ge\w+|nie zosta[łl]|não foi|foi recusad[oa]|no (?:se (?:ha|puede|pudo)|fue|ha sido))/i;

/** A clause that says that the deed was not done. */
export const NOTHING_DONE = new RegExp(STATEMENTS.join('|'), 'i');

const NOT = String.raw`not (?!only\b)|never|nothing|none|nobody|cannot|can['’]t|could ?n[o'’]t|(?:did|does|is|was|has|do|are|were|wo|would)n['’]t|unable|already (?:taken|booked|used|reserved|sold|claimed|allocated|on loan|assigned|paired|held|holds|closed|shipped|filled)|voted already`;
/** "No" of what is missing, and not of what would have been bad, or was looked for. */
const NO = String.raw`no (?!errors?\b|problems?\b|issues?\b|warnings?\b|changes?\b|action\b|cost\b|charge\b|fee\b|restart\b|longer\b|later\b|more than\b|further\b|\d|\.|[\w-]+ (?:found|detected|reported|seen|observed|lost)\b)`;
const REFUSAL =
  'refuse[ds]|said no|nac?k|denied|declined|rejected|forbidden|prohibited|unauthori[sz]ed|permission|vetoed|aborted|fail(?:ed|s)?|timed out|time-?out|gave up|given up|broke off|interrupted|ignored|throttled|turned (?:away|off)|switched off|held back|on hold';
const STATE = String.raw`expired|closed|(?:is|are|was|were) (?:full|shut)|ran dry|neither (?=\w+ (?:got|was|could|went|moved))|unavailable|locked|busy|offline|sold out|fully booked|in use|being (?:used|edited)|stuck|stay(?:s|ed)|suspended|blocked|disabled|inactive|terminated|killed|crash(?:ed)?|broken|jam(?:med)?|depleted|frozen|withdrawn|occupied|taken|unreachable|reverted|stalled|lapsed|unplugged|paused|lost|down|tripped|struck|wrong (?:password|code|pin|format|type|user|key)|exhausted|overloaded|overheated|drained|discontinued|disconnected|was used|ended (?:at|on)|cover open|low battery|in \w+ mode|maintenance|(?:write|password|copy)[- ]protected|read-only|referenced by`;
const LIMIT = String.raw`limit|exceed(?:ed|s)?|at least|at most|outside|beyond|out of|used up|r[au]n out|runout|short of|not enough|insufficient|too (?:many|few|long|short|large|small|late|early|big|old|young|high|low|close|far|heavy|deep|wide|weak|hot|cold|wet|soon)|(?:above|below|over|under) the (?:max|min|limit|allowed)\w*|(?:larger|bigger|longer|greater|smaller|shorter) than|(?:more|less) than (?=\d)`;
const FAULT =
  'invalid|unknown|missing|undefined|unsupported|corrupt(?:ed)?|mismatch|conflict(?:s|ing)?|overlaps?|violates|differ|allergy|owes?|overdue';
const DEMAND = String.raw`must (?:be|not|have|first|differ)|ha(?:s|ve) to|needs?|requires?|required|expects?|only (?=(?:[\w-]+ ){1,6}(?:can|may)\b)|only (?=\w+ (?:is|are)\b)|(?:try|search|choose|start) again|please (?:refill|check|reconnect|sign in|log in|choose|select|pick|call|contact)|refill`;

/** What keeps a tool from its act. */
export const OBSTACLE = new RegExp(
  `\\b(?:${[NOT, NO, REFUSAL, STATE, LIMIT, FAULT, DEMAND].join('|')})\\b`,
  'i',
);
