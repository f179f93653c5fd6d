import type { FailureContext } from './call-arguments.ts';
import { isTakenBack, stopsThings, takesAChance } from './deed-kind.ts';
import type { FailureSentence } from './failure-sentence.ts';
import {
  isParticiple,
  NONE_BAD,
  namesDeed,
  PARTICIPLE,
  plainOf,
  statesDeed,
  statesOwnDeed,
} from './outcome-words.ts';
import { TRIAL } from './own-failure.ts';
import { tokensOf } from './tool-purpose.ts';
import { FOREIGN_UNDONE, NOTHING_DONE, OBSTACLE } from './undone-words.ts';

const LONGEST = 600;
const MAX_LINES = 12;
const MAX_CLAUSES = 4;

/** What need not be done is no failure, and neither is a trial. */
const NEEDLESS =
  /^no \w+(?: \w+)? (?:found|match)|^no (?:pending|new|more|open|outstanding|unread|further|other|remaining|active|due|matching) |^nothing (?:has |had |was )?(?:changed|found|seen)|\b(?:nothing|no [\w-]+(?: [\w-]+)?|nobody|none) (?:left )?to (?!search\b)\w+|\b(?:up to date|already (?:\w+ )?(?:optimal|up|done|current|the case|empty|clean))/i;
/** What was wanted was there before the call. */
const IDEMPOTENT =
  /\b(?:already exists?|there already|already there)\b.*\b(?:left as|kept|using|reused?|nothing)\b|\bso no second\b/i;
/** A line of a command's output. */
const ERROR_LINE = /^\s*(?:error|fatal|ERROR|FATAL): \S/m;
/** What hardly anything but a program says of itself. */
const AWAY =
  /\b(?:offline|not (?:calibrated|initiali[sz]ed|connected|ready|pressed|paired|plugged in)|quota|unreachable|(?<!service )unavailable|crashed|timed out|did not (?:answer|respond)|(?:session|token|key) (?:has )?expired|gave up|too short|too long|no reading)\b/i;
const SHORT = 140;
/** A change of state, told by what no longer holds. */
const NO_LONGER =
  /\bno longer (?!available|valid|supported|possible|accepted|exists?|works?|active|open|sold|offered|in stock|responds?|reachable)/i;
/** What is going on, before any name of what it goes on with: "Now playing: …". */
const UNDER_WAY =
  /^\W{0,3}([Nn]ow |[Cc]urrently )?(?![Mm]issing|[Nn]othing|[Ss]omething|[Aa]nything|[Dd]uring|[Aa]ccording|[Ww]arning|[Pp]ending)\w{3,}ing\b(?!:? (failed|timed|not|aborted|rejected|denied|interrupted|impossible|closed|broke)\b| (error|was|is)\b|: error\b(?! of))/;
/** A second sentence tells a story, or what else there is. */
const CLAUSES = /(?<=[.!?;])\s+|\n+| [-–—] |, (?:but|so|and) /u;

const INTERJECTION =
  /^(?:sorry|no luck|oops|unfortunately|no|too bad|apologies|denied|stop|warning|refused|attention)[.!,:]?$/i;
const SUPPOSES = /\b(?:(?<!\bonly (?:[\w-]+ ){1,6})may|might|[Ii]f|[Ww]hen|[Ww]henever|would)\b/;

/** How a text of a tool that acts says that it did not act; undefined if it does not say so. */
export function undoneIn(text: string, call: FailureContext): FailureSentence | undefined {
  const { purpose, asked, tool } = call;
  if (purpose !== 'action' && purpose !== 'unknown') return undefined;
  const trimmed = text.trim();
  if (trimmed.length > LONGEST || TRIAL.test(trimmed) || asked.hasListOf(0)) return undefined;
  if (trimmed.split('\n').length > MAX_LINES) return undefined;
  const clauses = plainOf(trimmed)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/ {2,}/g, ' ')
    .split(CLAUSES)
    .map((clause) => clause.replace(/^\W+/u, ''))
    .filter((clause) => clause !== '');
  const [first = ''] = clauses;
  if (IDEMPOTENT.test(trimmed) || /^ensure/i.test(tool)) return undefined;
  if (/\?$/.test(first)) return undefined;
  if (
    FOREIGN_UNDONE.test(FOREIGN_DONE.test(first) ? first : trimmed.replace(FOREIGN_YET, ' ')) ||
    (purpose === 'action' &&
      ERROR_LINE.test(trimmed) &&
      !clauses.some((clause) => statesOwnDeed(clause, tool))) ||
    saysUndone(clauses, call)
  )
    return { strength: 'plain', why: 'it says that nothing was done' };
  if (NEEDLESS.test(trimmed)) return undefined;
  const isSorry = purpose === 'unknown' && /^\W*(?:sorry|unfortunately|apologies)\b/i.test(trimmed);
  if (isSorry && clauses.some((clause) => OBSTACLE.test(clause)))
    return { strength: 'plain', why: 'it says sorry and names an obstacle' };
  if (
    purpose === 'unknown' &&
    clauses.length === 1 &&
    trimmed.length < SHORT &&
    AWAY.test(asked.without(first)) &&
    !namesDeed(/\w*/.exec(first)?.[0] ?? '', tool)
  )
    return { strength: 'plain', why: 'it names what a program says of itself' };
  if (purpose !== 'action' || SHOWS.test(tool) || takesAChance(tool)) return undefined;
  if (!opensWithObstacle(clauses, call)) return undefined;
  return { strength: 'plain', why: 'it names an obstacle and nothing that was done' };
}

/** A clause says that the deed was not done, and none before it says that it was. */
function saysUndone(clauses: readonly string[], { tool, purpose, asked }: FailureContext): boolean {
  if (
    purpose === 'action' &&
    !asked.speakOfErrors &&
    clauses.length < 4 &&
    clauses.some((clause) => NO_TO_DEED.test(clause))
  )
    return true;
  if (clauses.some((clause) => ownNegated(clause, tool))) return true;
  const undone = clauses.findIndex((clause) => NOTHING_DONE.test(clause));
  if (undone < 0 || clauses.some((clause) => NOT_DUE.test(clause))) return false;
  const before = [...clauses.slice(0, undone), upToNo(clauses[undone] ?? '')];
  if (before.some((clause) => statesOwnDeed(clause, tool))) return false;
  const said = (clauses[undone] ?? '').split(/[^a-z]+/i);
  const own = said.some((word) => ANY_DEED.test(word) || (isParticiple(word) && namesDeed(word, tool)));
  if (purpose === 'unknown' && undone > 0 && !said.some((word) => namesDeed(word, tool))) return false;
  if (purpose === 'unknown') return own || said.some((word) => FINDS_OUT.test(word));
  // "The price is not shown any more", of a tool that hides it.
  if (stopsThings(tool) && !said.some((word) => isParticiple(word) && !isTakenBack(word, tool))) return false;
  if (!own && undone > 0 && OF_MORE.test(clauses[undone] ?? '')) return false;
  // "Draft saved. It has not been published yet." is another matter.
  return own || !before.some((clause) => statesDeed(clause.replace(ON_THE_WAY, ''), tool));
}

/** What may be said of another deed, or of what the thing is like. */
const OF_MORE = /\byet\b|\bcan ?not be\b|\b(?:nothing|no [\w-]+) (?:was|were|has been|have been)\b/i;

/** "It did not start", of a tool that starts; "too late to cancel"; "Labels printed: 0". */
function ownNegated(clause: string, tool: string): boolean {
  const [, verb = '', other = '', counted = ''] = OWN_NEGATED.exec(clause) ?? [];
  const word = verb || other || counted;
  return word !== '' && namesDeed(word, tool) && (counted === '' || isParticiple(counted));
}

const OWN_NEGATED =
  /\b(?:did not|didn['’]t|would not|wouldn['’]t) (\w+)|^(?:it is |it['’]s )?too (?:late|early|soon) to (\w+)|\b(\w+): 0[.!]?$/i;

/** A flag, as a text has it: "done: no". */
const NO_TO_DEED =
  /^(?:done|ok|success|successful|succeeded|accepted|completed|executed) ?[:=] ?(?:no|false)\b/i;

/** There was nothing that the deed would have been for. */
const NOT_DUE =
  /\b(?:all|every\w*|both|each)\b[^.;]{0,40}\b(?:paid|up to date|current|fine|ok|in order|done|already|clean|on time)\b|\bnot (?:yet )?due\b|\bkeeping the existing\b|\bbelow the threshold\b|\bwithin (?:the )?tolerance\b|\babove the minimum\b|\bany ?(?:more|longer)\b|\b(?:no|none|nothing|nobody)\b[^.;]{0,40}\b(?:due|owes?|overdue|older|pending|outstanding|waiting|needed|qualif\w+)\b|^no [\w-]+s are (?:booked|registered|enrolled|signed up|scheduled|invited)\b|\bas (?:your? )?(?:rules? says?|asked|requested|wished|instructed)\b/i;

/** A first clause that ends with what was done: "Compte créé". */
const FOREIGN_DONE = /\p{L}(?:é|ée|és|ées|ado|ada|ato|ata)[.!]?$/iu;

/** What another deed after it awaits. */
const FOREIGN_YET =
  /[^.!?]*\b(?:ancora|encore|noch|todavía|aún|ainda|nog|jeszcze|otr[oa]s?|autres?|zweite[rsn]?)\b[^.!?]*/gi;

/** What happens before a deed, or on the way to it. */
const ON_THE_WAY =
  /\b(?:returned|accepted|walked|received|finished|ended|tried|attempted|connected|started|reached|answered|responded|replied|read|waited|stopped|queued|stored)\b/gi;

/** Tools that show what a page says. */
const SHOWS = /navigate|browser|goto|go_to|click|hover|scroll|press|screenshot|visit|open_(?:page|url|tab)/i;

/** What a clause says before its negation: "Tag 1 created, not signed". */
function upToNo(clause: string): string {
  return clause.slice(0, Math.max(0, clause.search(/\b(?:not|nothing|no|0|cannot|could)\b|n['’]t\b/i)));
}

/** What a tool does that finds out something. */
const FINDS_OUT =
  /^(?:read|loaded|opened|fetched|computed|determined|retrieved|queried|installed|accepted)$/i;

const ANY_DEED =
  /^(?:done|made|saved|executed|performed|produced|dispensed|completed|started|stored|applied|processed|able|untouched|extracted|transmitted|loaded|added|inserted|imported|exported)$/i;

/** The first clause names what stands in the way, and not a deed before it. */
function opensWithObstacle(clauses: readonly string[], { tool, asked }: FailureContext): boolean {
  const [first = '', second = ''] = clauses;
  if (clauses.some((clause) => MADE_UP.test(clause))) return false;
  if (clauses.some((clause) => INSTEAD.test(clause) || NOT_DUE.test(clause))) return false;
  if (FILLS.test(tool) && /\bfull\b/i.test(first)) return false;
  if (
    /^(?:he|she|they|his|her|their)\b/i.test(first) ||
    clauses.length > MAX_CLAUSES ||
    UNDER_WAY.test(first) ||
    NO_LONGER.test(first)
  )
    return false;
  const opening = (INTERJECTION.test(first) || !/[a-z]/i.test(first) ? `${first} ${second}` : first)
    .replace(tool, ' ')
    .replace(thingsOf(tool), ' ')
    .replaceAll('_', ' ');
  const left = asked.without(opening).replace(NONE_BAD, ' ok ');
  const stops = stopsThings(tool);
  const found = OBSTACLE.exec(left);
  if (found === null || SUPPOSES.test(opening)) return false;
  // "On hold", of a tool that holds.
  if (found[0].split(' ').some((word) => namesDeed(word, tool))) return false;
  if (
    /^(?:occupied|taken|on hold|locked|in use|held|reserved) (?:by|for) you\b/i.test(left.slice(found.index))
  )
    return false;
  // What stands after a comma is one fact among others.
  if (left.slice(0, found.index).includes(', ')) return false;
  // "Voted already" was done before; "has been held and cannot be sold" tells why not.
  const end = found.index + (/^already$/i.test(found[0]) ? found[0].length : 0);
  if (!CANNOT_BE.test(left) && statesDeed(left.slice(0, end), tool)) return false;
  const rest = left.slice(found.index);
  if (THEN_DONE.test(rest) || (stops && (!CANNOT.test(opening) || ANY_MORE.test(opening)))) return false;
  // "Missing keys added", "Expired tokens purged": the word tells of a thing, and a deed follows.
  const tellsOfThing = /^\w+ (?!on\b|at\b|by\b|for\b|in\b|until\b|since\b|because\b|after\b|to\b)[a-z]/i.test(
    rest,
  );
  if (tellsOfThing && !STATES_NO.test(rest) && statesDeed(rest.replace(/^\w+/, ''), tool)) return false;
  return !clauses.some((clause) =>
    statesOwnDeed(clause.replace(/\b(?:until|before|unless|so it can|that can)\b.*/i, ''), tool),
  );
}

/** A later clause says what was done about it. */
const MADE_UP =
  /(?:^|, )(?:it|they|a new (?:one|\w+)|another(?: one)?) (?:was|were|has been|is now) (?!not\b)\w+(?:ed|en|t)\b/i;

/** Of these tools a full vessel is the aim. */
const FILLS = /^(?:re)?(?:fill|charge|feed|top|load|stock|water|fuel)(?![a-z])/i;

/** What was done in place of it, or besides. */
const INSTEAD =
  /\binstead\b|, so (?:it|they|I|we|you) (?:is|are|was|were|will|took|takes|go(?:es)?|went|put|used?)\b(?! (?:not|left))|\byou (?:have|get|got) (?:an?|the) \w+ in\b|\byou are (?:number|on the|in line|\w+ in line)\b/i;

/** The words for what the tool is about: "office" of "set_out_of_office". */
function thingsOf(tool: string): RegExp {
  const things = tokensOf(tool).slice(1);
  return !OBSTACLE.test(things.join(' ')) ? /(?!)/ : new RegExp(`\\b${things.join('[ _-]')}\\b`, 'i');
}

const CANNOT =
  /\b(?:could ?n|can ?not|can['’]t|fail|denied|refus|declin|not found|error|locked by|is locked|must|unable|(?<!will )not \w+|unknown|invalid|in use|busy|offline|no such|no permission|exist|already|stays|remains|still|open|required|needs|reject|timed out|did|does|forbidden|unauthori|none|nobody)/i;
const CANNOT_BE = /\b(?:cannot|can['’]t|could not) be\b/i;
const ANY_MORE = /\bany (?:more|longer)\b|\banymore\b/i;
const STATES_NO =
  /^(?:not|no|never|nothing|none|nobody|already|cannot|could|can|unable|must|has|have|too|exceeds|needs|requires)\b/i;

/** "Expired and was replaced". */
const THEN_DONE = new RegExp(
  `\\band (?:was|were|is now|is|has been|have been) (?!not\\b)(?:now )?(?:up|back|on|running|fine|again|${PARTICIPLE})\\b`,
  'i',
);
