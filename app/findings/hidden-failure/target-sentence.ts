import type { FailureContext } from './call-arguments.ts';
import { endsThings } from './deed-kind.ts';
import type { FailureSentence } from './failure-sentence.ts';
import { tokensOf } from './tool-purpose.ts';

/** What may be said of a thing that the call named, and means that the call could not be done with it. */
const PREDICATE =
  /^[?:] (?:not (?:in|on|known|found|there|listed)|never heard|no such|unknown)\b|\b(not found|(is|was|are) (an? )?(unknown|invalid|illegal|undefined|missing|unsupported|unregistered|no longer available|out of (range|reach|bounds)|not (a valid|valid|known|found|available|supported|registered|recogni[sz]ed|defined|installed|listed|(in|on|part of) (the|this|any|our) \w+))|does(n't| not) exist|invalid data|no such)\b/i;

/** "No task found", of one thing: no "tasks" found is what a search may answer. */
const NO_SUCH_ONE =
  /(?:^|\b(?:has|have|is|are|was|knows?) )no (?!longer\b)(?:[\w-]+ ){0,2}?(\w+)(?: (?:was |is )?(?:found|exists?|available|registered|defined))?(?: (?:matching|with|for|named|called|under|by|at|of)\b[^\n]{0,20}?)?:? ?["'`#(]?$/i;
/** Of several, there may be none: "no farms on route west". */
const NO_SUCH_THINGS = /\bno (?:[\w-]+ )?[a-z]+[^su]s\b/i;
/** Of one thing, or of a page of it. */
const GETS_ONE =
  /^(?:get|fetch|load|read|retrieve|define|describe|show|lookup|look_up|ocr|download|parse|trace)(?![a-z])/i;

/** Words for what a search brings, in the singular. */
const OF_SEARCH =
  /^(data|information|match|result|content|change|output|history|response|update|action|evidence|news|weather|overlap|difference|answer|mention|on|in|at|to|from|between|and|or|for|by|of|with)$|[^s]s$/i;

/** How a short text says of a thing that the call named that it is not to be had; undefined if it does not. */
export function targetSentence(text: string, call: FailureContext): FailureSentence | undefined {
  const { asked, purpose } = call;
  if (
    purpose !== 'action' &&
    purpose !== 'unknown' &&
    !(GETS_ONE.test(call.tool) && !/_code/i.test(call.tool) && text.length < 160)
  )
    return undefined;
  // A getter that names what it was asked for does not pass on a text of somebody else.
  const strength = purpose === 'action' || purpose === 'unknown' || purpose === 'raw' ? 'plain' : 'own';
  const sentence = (text.trim().split(/\n|(?<=[\w"'`)])[.!;] /, 1)[0] ?? '').slice(0, 200);
  for (const name of asked.named(sentence)) {
    const after = sentence.slice(sentence.indexOf(name) + name.length);
    const at = after.search(PREDICATE);
    if (at >= 0 && at < 40 && (at < 2 || !/[,;:]/.test(after.slice(0, at)))) {
      return {
        strength,
        why: `it says of "${name}", which the call named, that it is not to be had`,
      };
    }
    if (/\d/.test(name) && /\b(?:is|are) no ["'`]?$/i.test(sentence.slice(0, sentence.indexOf(name))))
      return { strength, why: `it says that there is no "${name}", which the call named` };
    const before = NO_SUCH_ONE.exec(sentence.slice(0, sentence.indexOf(name)));
    if (
      before !== null &&
      !NO_SUCH_THINGS.test(before[0]) &&
      !(before[1] ?? '').split(' ').some((word) => OF_SEARCH.test(word))
    ) {
      return { strength, why: `it says that there is no "${name}", which the call named` };
    }
  }
  return undefined;
}

/** Deeds that sound like failures, by the stem of the tool's name. */
const DEEDS =
  /^(?:abort|annul|ban|block|cancel|close|decline|deny|denie|disable|disallow|expire|fail|forbid|halt|invalidate|kill|lock|refuse|reject|restrict|retire|revoke|stop|suspend|terminate|unregister|void|withdraw)/;
const SAYS_NOT =
  /\b(could not|couldn't|unable|cannot|can't|failed to|no longer be|none of|nothing was|did not|didn['’]t|would not|too late|too early|already|stays|remains|has to|have to|not found|does not exist|error|invalid|no such)\b/i;

const NO_MORE = /\b(?:not \w+ (?:\w+ ){0,2}|is ?n['’]t \w+ )(?:any ?more|any longer)\b/i;

/** True if the tool is there to reject, deny or stop, and the text says that it did. */
export function isOwnDeed(text: string, tool: string): boolean {
  const start = text.slice(0, 300);
  if (SAYS_NOT.test(start)) return false;
  if (NO_MORE.test(start) && endsThings(tool)) return true;
  if (!tokensOf(tool).some((token) => DEEDS.test(token))) return false;
  return /fail/i.test(tool) || !/\bfail(ed|ure)\b/i.test(start);
}
