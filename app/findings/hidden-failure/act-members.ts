import { isJsonObject, type JsonObject, jsonText } from '../../base/json-value.ts';
import type { CallArguments, FailureContext } from './call-arguments.ts';
import { endsThings, isTakenBack } from './deed-kind.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { type FailureSentence, failureSentence } from './failure-sentence.ts';
import { isFull } from './object-shape.ts';
import { isParticiple, isReason, namesDeed, plainOf, wordedOutcome, wordsOf } from './outcome-words.ts';
import { SERVICE_AWAY } from './stated-status.ts';
import { isOwnDeed } from './target-sentence.ts';
import { tokensOf } from './tool-purpose.ts';
import { OBSTACLE } from './undone-words.ts';
import { wasSoBefore } from './was-so-before.ts';

/** What says how a deed went, whatever the tool. */
const OUTCOME_NAME =
  /^(?!prev|old|last|from|before|prior|orig|former|initial)(?:state|status|phase|final|overall|verdict|res|result|outcome|response|reply|answer|verdict|\w+_?(?:state|status|result)|ergebnis|statut|estado|stato)$/i;
/** Flags of these names tell of a thing. */
const OF_THING =
  /^(?:truncated|cached|archived|deprecated|limited|paused|shared|enabled|disabled|required|nested|signed_?in|logged_?in|expired|encrypted|compressed|automated|hasted|red|need|hit|changed|closed|locked|deleted|dirty|verified|edited|flagged|blocked|starred|muted|pinned|hidden|set|read|seen|used|matched|found|listed|supported|included)$/i;
const ALWAYS_DEED = /^(?:ack|acked|accepted|granted)$/i;
/** Words for a state that somebody may have asked for. */
const OF_STATE =
  /^(?:stopped|halted|blocked|locked|revoked|suspended|dropped|withdrawn|lost|kept|down|full|short|offline|frozen|paused|closed|busy|expired|none|no|off|skipped|not (?:set|started yet|started|required|needed|applicable))$/i;
/** What is said of a call, and of nothing that was ended. */
const OF_CALL =
  /^(?:fail|err|den|rejec|declin|forbid|unauth|refus|abort|not (?!valid|active)|could|unable|time)/i;
/** There was nothing to act upon. */
const NONE_THERE =
  /^(?:all|every\w*|both|none|nothing|nobody|no (?!access|permission|answer|reply|response|connection|power|space|room|such|credit|key|token|signal)[\w-]+)\b/i;
const MAX_MEMBERS = 12;
const DEEPEST = 2;

/** That there was nothing to do or to be found is no failure. */
const NEEDLESS =
  /^no \w+ (?:found|match)|\bnothing to\b|\bno changes?\b|\bunchanged\b|\bidentical\b|there already|already there|using it|"exists"\s*:\s*true|\bup[- ]to[- ]date\b|\bdry[_ -]?run\b|\bscheduled\b|"draft"|\bpreview\b|\bduplicates?\b|\balready (?:in|at|set|current|present|there|done|the)\b|\bno \w+ (?:needed|required|necessary)\b/i;

/** What may well be empty beside a deed. */
const BESIDE =
  /^(?:refund|fee|discount|deposit|prev\w*|next\w*|old\w*|last\w*|parent\w*|expir\w*|ends?(?:_at)?|until|\w*warnings?|errors?|row_?count|rows_affected|remaining|left|tags|labels|conflicts|queue\w*|assignee|comments?)$/i;

/** What is got says of itself what was done with it. */
const GETS = /^(?:get|fetch|read|show|describe|retrieve|list|find|search)(?![a-z])/i;

/** What was, or belongs to another thing. */
const FORMER = /^(?:prev|old|last|before|prior|orig|former|initial|parent|source|replaced|history)/i;

type Flag = { readonly path: string; readonly name: string; readonly value: boolean };

/** What the members of an answer say of the act that the call asked for. */
export function undoneInMembers(
  value: JsonObject,
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
  if (call.purpose !== 'action' && call.purpose !== 'unknown') return undefined;
  if (Object.keys(value).length > MAX_MEMBERS) return undefined;
  if (Object.values(value).some((member) => typeof member === 'string' && wasSoBefore(member, call.tool)))
    return undefined;
  return (
    byDeedFlag(value, where, call) ??
    byDeedCount(value, where, call) ??
    byInnerError(value, where, call) ??
    byOutcomeWord(value, where, call) ??
    byReason(value, where, call)
  );
}

/** `{"booked": false, "reason": "taken"}`: the deed of the tool, and that it was not done. */
function byDeedFlag(
  value: JsonObject,
  where: string,
  { tool, purpose, asked }: FailureContext,
): HiddenFailure | undefined {
  const flags = [...flagsIn(value, where, 0)].filter(({ name }) => {
    const word = wordsOf(name).split(' ').at(-1) ?? '';
    // "deposit_refused": false is good news.
    if (wordedOutcome(wordsOf(name), tool) === 'bad') return false;
    if (isTakenBack(word, tool) || (ALWAYS_DEED.test(name) && endsThings(tool))) return false;
    if (ALWAYS_DEED.test(name)) return true;
    return (
      (namesDeed(word, tool) && !/^(?:matched|found|valid)$/.test(word)) ||
      (isParticiple(word) && !OF_THING.test(name))
    );
  });
  const no = GETS.test(tool) ? undefined : flags.find((flag) => !flag.value);
  if (no === undefined) return undefined;
  const why = hasReason(value, 0);
  const own =
    wordsOf(no.name)
      .split(' ')
      .every((word) => namesDeed(word, tool)) ||
    (purpose === 'action' && ALWAYS_DEED.test(no.name));
  // What a tool answers of another deed is one fact of the thing, unless the answer begins with it or says why.
  const first = Object.keys(value).find((name) => !isEcho(value[name], asked));
  if (isSo(value) || isTally(value) || (!own && VERDICT.test(no.name))) return undefined;
  if (!own && (Object.values(value).some(isDataList) || flags.some((flag) => flag.value))) return undefined;
  if (!own && (purpose === 'unknown' ? !saysBad(value) : first !== no.name)) return undefined;
  if (((!own || handsOn(no.name, tool)) && saysLater(value)) || isQueued(value)) return undefined;
  const done = flags.some((flag) => flag.value) || value.success === true || value.ok === true;
  if (NEEDLESS.test(jsonText(value)) || (done && !(own && why && !statesGood(value)) && !saysBad(value)))
    return undefined;
  return flags.some((flag) => flag.value)
    ? partlyFailed(no.path, jsonText(value), `${no.name} is false, beside what was done`)
    : failed(no.path, jsonText(value), `${no.name} is false`);
}

/** What is decided about a thing, by people or by its own merit. */
const VERDICT = /^(?:passed|carried|elected|adopted|approved|sold|won|matched|detected|qualified|infected)$/i;

/** `{"started": false, "running": true}`: what was asked for is so. */
function isSo(value: JsonObject): boolean {
  return Object.entries(value).some(
    ([name, member]) =>
      (/^(?:existing|already|running|active|present|current)(?:_|$)/i.test(name) &&
        member !== false &&
        isFull(member)) ||
      (member === true && /^(?:existing|already|running|active|present|on|open)(?:_|$)/i.test(name)) ||
      (OUTCOME_NAME.test(name) &&
        typeof member === 'string' &&
        /^(?:active|running|on|enabled|present)$/i.test(member)),
  );
}

function isDataList(member: unknown): boolean {
  return Array.isArray(member) && member.some((item) => typeof item === 'number');
}

/** Votes and the like: whether something was accepted is what they are for. */
function isTally(value: JsonObject): boolean {
  return Object.entries(value).some(
    ([name, member]) =>
      /^(?:yes|no|votes|for|against|score|points)$/i.test(name) && typeof member === 'number',
  );
}

function isEcho(member: unknown, asked: CallArguments): boolean {
  return (typeof member === 'string' || typeof member === 'number') && asked.includes(String(member));
}

function* flagsIn(value: JsonObject, path: string, depth: number): Iterable<Flag> {
  for (const [name, member] of Object.entries(value)) {
    const no = member === 'no' || member === 'false' || (member === 0 && ALWAYS_DEED.test(name));
    if (typeof member === 'boolean' || no) yield { path: `${path}.${name}`, name, value: member === true };
    else if (isJsonObject(member) && depth < DEEPEST) yield* flagsIn(member, `${path}.${name}`, depth + 1);
  }
}

/** `{"deleted": 0, "reason": "row 4 is referenced"}` */
function byDeedCount(value: JsonObject, where: string, { tool }: FailureContext): HiddenFailure | undefined {
  const name = Object.keys(value).find((one) => value[one] === 0 && namesDeed(one, tool));
  if (name === undefined || !hasReason(value, 0) || NEEDLESS.test(jsonText(value))) return undefined;
  if (Object.entries(value).some(([one, why]) => isReason(one) && NONE_THERE.test(String(why))))
    return undefined;
  return failed(`${where}.${name}`, jsonText(value), `${name} is 0, with a reason`);
}

/** `{"operation": {"done": true, "error": {…}}}` */
function byInnerError(
  value: JsonObject,
  where: string,
  { purpose }: FailureContext,
): HiddenFailure | undefined {
  if (purpose !== 'action') return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (!isJsonObject(member) || !isJsonObject(member.error)) continue;
    if ('message' in member.error || 'code' in member.error)
      return failed(`${where}.${name}.error`, jsonText(member.error), `${name} has an error`);
  }
  return undefined;
}

/** `{"state": "DENIED"}`, `{"transfer": "aborted"}`: a word for how the act went. */
function byOutcomeWord(
  value: JsonObject,
  where: string,
  { tool, purpose, asked }: FailureContext,
): HiddenFailure | undefined {
  if (purpose !== 'action' || statesDone(value, tool)) return undefined;
  for (const [path, name, word] of textsIn(value, where, 0)) {
    const outcome = OUTCOME_NAME.test(name) || name.toLowerCase() === (tokensOf(tool).at(-1) ?? '');
    if (asked.includes(word)) continue;
    const said = wordsOf(word);
    if (!outcome || word.length > 40 || namesDeed(said, tool) || isOwnDeed(said, tool)) continue;
    if (OF_STATE.test(said) || wordedOutcome(said) !== 'bad') continue;
    // What was taken back is invalid from then on.
    if (endsThings(tool) && !OF_CALL.test(said)) continue;
    return failed(path, jsonText(value), `${name} is "${word}"`);
  }
  return undefined;
}

function* textsIn(
  value: JsonObject,
  path: string,
  depth: number,
): Iterable<readonly [string, string, string]> {
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string') yield [`${path}.${name}`, name, member];
    else if (isJsonObject(member) && depth < DEEPEST && !FORMER.test(name))
      yield* textsIn(member, `${path}.${name}`, depth + 1);
  }
}

/** `{"id": null, "message": "the file exceeds 10 MB"}`: nothing came of it, and a sentence says why. */
function byReason(
  value: JsonObject,
  where: string,
  { asked, purpose, tool }: FailureContext,
): HiddenFailure | undefined {
  const entries = Object.entries(value);
  if (statesDone(value, tool)) return undefined;
  if (statesSuccess(value) && entries.filter(([, member]) => isNothing(member)).length < 2) return undefined;
  const empty = entries.find(
    ([name, member]) => isNothing(member) && !isReason(name) && (!BESIDE.test(name) || namesDeed(name, tool)),
  );
  if (empty === undefined && entries.length > 1) return undefined;
  const reason = entries.find(([name, member]) => {
    if (!isReason(name) || typeof member !== 'string' || NEEDLESS.test(member)) return false;
    const said = wordsOf(plainOf(asked.without(member)));
    const bad =
      (wordedOutcome(said) === 'bad' || (purpose === 'action' && OBSTACLE.test(said))) &&
      (purpose === 'action' || !/^(?:not?|none) (?:for|on|in|an?|yet|available|\w+$)/i.test(member));
    const sentence = failureSentence(member);
    // Nothing to act upon, or nothing found, is an answer; what stopped the search, a program says.
    if (empty !== undefined && empty[1] !== null) {
      if (NONE_THERE.test(member)) return false;
      if (purpose === 'unknown') return isProgram(sentence) || SERVICE_AWAY.test(said);
    }
    return bad || sentence !== undefined;
  });
  if (reason === undefined) return undefined;
  if (empty === undefined && purpose !== 'action') return undefined;
  const data = entries.some(
    ([name, member]) =>
      !isReason(name) &&
      !OUTCOME_NAME.test(name) &&
      typeof member !== 'boolean' &&
      isFull(member) &&
      !isEcho(member, asked) &&
      !(typeof member === 'string' && member.length < 4 && !/\d/.test(member)) &&
      !/(?:_(?:at|ms)|code|time|(?:request|trace|correlation|entity|job|task)_?id)$|current|next|retry|stage|total|count|attempts|used/i.test(
        name,
      ),
  );
  if (data) return undefined;
  return failed(
    `${where}.${reason[0]}`,
    String(reason[1]),
    `${empty?.[0] ?? 'it'} is empty, and ${reason[0]} says why`,
  );
}

/** True if only a program says this, and not of another thing. */
function isProgram(sentence: FailureSentence | undefined): boolean {
  return sentence !== undefined && sentence.strength !== 'plain';
}

/** A word for the whole says that it went well. */
function statesGood(value: JsonObject): boolean {
  return Object.entries(value).some(
    ([name, member]) =>
      OUTCOME_NAME.test(name) && typeof member === 'string' && wordedOutcome(wordsOf(member)) === 'good',
  );
}

/** A deed or the whole is said to have gone well. */
function statesSuccess(value: JsonObject): boolean {
  return (
    statesGood(value) ||
    Object.entries(value).some(
      ([name, member]) => member === true && (isParticiple(name) || /^(?:success|ok)$/i.test(name)),
    )
  );
}

/** A member that says why says that it is still to come. */
function saysLater(value: JsonObject): boolean {
  return Object.entries(value).some(
    ([name, member]) => isReason(name) && typeof member === 'string' && LATER.test(member),
  );
}

/** A word for the state says that it waits for its turn. */
function isQueued(value: JsonObject): boolean {
  return Object.entries(value).some(
    ([name, member]) =>
      OUTCOME_NAME.test(name) &&
      typeof member === 'string' &&
      /^(?:pending|queued|waiting|scheduled|new)$/i.test(member),
  );
}

/** True if the flag tells of what comes after the tool's own deed: "printed" of "queue_print". */
function handsOn(name: string, tool: string): boolean {
  return QUEUES.test(tool) && !namesDeed(wordsOf(name).split(' ').at(-1) ?? '', tokensOf(tool)[0] ?? '');
}

/** Tools that only hand something on. */
const QUEUES = /^(?:en)?queue|^(?:schedule|submit|request)(?![a-z])/i;
const LATER = /\b(?:yet|wait(?:ing|s)|ahead|queued?|pending|later|in progress)\b/i;

/** The deed is stated by a member that is named after it, and holds something. */
function statesDone(value: JsonObject, tool: string): boolean {
  return Object.entries(value).some(
    ([name, member]) =>
      (member === true || isFull(member)) &&
      namesDeed(wordsOf(name).split(' ').at(-1) ?? '', tool) &&
      isParticiple(wordsOf(name).split(' ').at(-1) ?? ''),
  );
}

/** A member that says why says something bad. */
function saysBad(value: JsonObject): boolean {
  return Object.entries(value).some(
    ([name, member]) =>
      isReason(name) && typeof member === 'string' && wordedOutcome(wordsOf(member)) === 'bad',
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}

function hasReason(value: JsonObject, depth: number): boolean {
  return Object.entries(value).some(
    ([name, member]) =>
      (isReason(name) && isFull(member)) ||
      (depth < DEEPEST && isJsonObject(member) && hasReason(member, depth + 1)),
  );
}
