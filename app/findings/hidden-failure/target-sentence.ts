import type { FailureContext } from './call-arguments.ts';
import type { FailureSentence } from './failure-sentence.ts';

/** What may be said of a thing that the call named, and means that the call could not be done with it. */
const PREDICATE =
  /\b(not found|(is|was|are) (an? )?(unknown|invalid|illegal|undefined|missing|unsupported|unregistered|no longer available|out of (range|reach|bounds)|not (a valid|valid|known|found|available|supported|registered|recogni[sz]ed|defined|installed|listed|(in|on|part of) (the|this|any|our) \w+))|does(n't| not) exist|invalid data|no such)\b/i;

/** "No task found", of one thing: no "tasks" found is what a search may answer. */
const NO_SUCH_ONE =
  /^no (?:[\w-]+ ){0,2}?(\w+)(?: (?:was |is )?(?:found|exists?|available|registered|defined))?(?: (?:matching|with|for|named|called|under|by|at|of)\b[^\n]{0,20}?)?:? ?["'`#(]?$/i;
/** Words for what a search brings, in the singular. */
const OF_SEARCH =
  /^(data|information|match|result|content|change|output|history|response|update|action|evidence|news|weather|overlap|difference|answer|mention|on|in|at|to|from|between|and|or|for|by|of|with)$|[^s]s$/i;

/** How a short text says of a thing that the call named that it is not to be had; undefined if it does not. */
export function targetSentence(text: string, call: FailureContext): FailureSentence | undefined {
  const { asked, purpose } = call;
  if (purpose !== 'action' && purpose !== 'unknown') return undefined;
  const sentence = (text.trim().split(/\n|(?<=[\w"'`)])[.!;] /, 1)[0] ?? '').slice(0, 200);
  for (const name of asked.named(sentence)) {
    const after = sentence.slice(sentence.indexOf(name) + name.length);
    const at = after.search(PREDICATE);
    if (at >= 0 && at < 40) {
      return {
        strength: 'plain',
        why: `it says of "${name}", which the call named, that it is not to be had`,
      };
    }
    const before = NO_SUCH_ONE.exec(sentence.slice(0, sentence.indexOf(name)));
    if (before !== null && !(before[1] ?? '').split(' ').some((word) => OF_SEARCH.test(word))) {
      return { strength: 'plain', why: `it says that there is no "${name}", which the call named` };
    }
  }
  return softly(sentence, text, call);
}

/** Words by which a tool that acts says that it did not. */
const OBSTACLE =
  /\b(refused|denied|expired|not (connected|allowed|permitted|authori[sz]ed|possible|ready|enabled|supported|available|valid)|permission|invalid|not found|unknown|missing|undefined|timed out|timeout|sold out|already|closed|full|limit( was)? reached|unavailable|cannot|could not|can't|couldn't|unable|fail(ed|s|ure)?|rejected|exceed(ed|s)|forbidden|no such|locked|busy|offline|not enough|insufficient|too (many|few|long|short|large|small|late|early)|conflict(s|ing)?|mismatch|corrupt(ed)?|unsupported|must (be|not|have)|expects?|required|interrupted|overlaps?|in use|ignored|does not|did not|has no|have no)\b/i;
const DONE =
  /^\W{0,3}((the |your |a |an |\w+ ){0,3}(was|were|has been|have been|is now|are now) (?!not\b|rejected|refused|denied)|(\S+ ){0,4}(\w{3,}(?<!fail|reject|refus|deni|clos|expir|lock|block|reach|exceed|need|requir)ed|sent|set|done|made|built|written|put|saved|ok|success\w*)\b)/i;
/** What is going on, before any name of what it goes on with: "Now playing: …". */
const UNDER_WAY =
  /^\W{0,3}(now |currently )?(?!missing|nothing|something|anything|during|according|warning|pending)\w{3,}ing\b(?!:? (failed|timed|not|aborted|rejected|denied|interrupted|impossible)\b| (error|was|is)\b|: error\b(?! of))/i;
const SHORT = 200;
const SHORTER = 80;
/** What hardly anything but a program says of itself. */
const PLAIN_OBSTACLE =
  /\b(offline|not (calibrated|initiali[sz]ed|connected|ready)|quota|unreachable|unavailable|crashed|timed out|did not (answer|respond)|(session|token|key) (has )?expired)\b/i;
/** A second sentence tells a story, or what else there is. */
const MORE = /[.;!]\s+\S/;

/** A short sentence of a tool that acts, which names an obstacle and nothing that was done. */
function softly(sentence: string, text: string, { purpose }: FailureContext): FailureSentence | undefined {
  if (text.length > (purpose === 'action' ? SHORT : SHORTER) || MORE.test(text.trim())) return undefined;
  if (purpose !== 'action' && !PLAIN_OBSTACLE.test(sentence)) return undefined;
  if (DONE.test(sentence) || UNDER_WAY.test(sentence) || !OBSTACLE.test(sentence)) return undefined;
  return { strength: 'plain', why: 'it names an obstacle and nothing that was done' };
}

/** Deeds that sound like failures, by the stem of the tool's name. */
const DEEDS =
  /abort|ban|block|cancel|close|decline|deny|denie|disable|disallow|expire|fail|forbid|invalidate|lock|refuse|reject|restrict|revoke|stop|suspend|terminate|unregister/i;
const SAYS_NOT =
  /\b(could not|couldn't|unable|cannot|can't|failed to|not found|does not exist|error|invalid|no such)\b/i;

/** True if the tool is there to reject, deny or stop, and the text says that it did. */
export function isOwnDeed(text: string, tool: string): boolean {
  const start = text.slice(0, 300);
  if (!DEEDS.test(tool) || SAYS_NOT.test(start)) return false;
  return /fail/i.test(tool) || !/\bfail(ed|ure)\b/i.test(start);
}
