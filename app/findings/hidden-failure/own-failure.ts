import type { FailureContext } from './call-arguments.ts';
import type { FailureSentence } from './failure-sentence.ts';
import { namesDeed, PARTICIPLE } from './outcome-words.ts';

const LONGEST = 300;
const MAX_SENTENCES = 2;

/** What a tool does that finds out or passes on something. */
const FINDS_OUT =
  /^(?:determin|check|inspect|read|retriev|load|comput|calculat|fetch|quer|analy|evaluat|measur|access|open|obtain|download|pars|render|produc|generat|extract|process|look|get|complet|reach|contact|connect|mak|made|decod|handl|creat|translat|summari|transcri|list|search)/i;
const CANNOT =
  /^(?:(?:sorry|unfortunately)[,.]? )?(?:but )?(?:(?:i|we|the [\w-]+) )?(?:(?:am|are|is|was|were) )?(?:could ?n[o'’]t|can ?not|can['’]t|couldn['’]t|unable to|not able to|failed to) (?:be )?(\w+)/i;
const NOT_DONE = new RegExp(
  `^[^.;!?\\n]{1,60}? (?:could|can) ?(?:not|n['’]t) (?:be )?(?:yet )?(${PARTICIPLE})\\b(?! (?:on|in|at) \\d)`,
  'i',
);
const NOTHING = new RegExp(`\\b(?:nothing|no [\\w-]+) (?:was|were|could be) (${PARTICIPLE})\\b`, 'i');
const PRODUCED =
  /\b0 [\w-]+ (?:written|produced|extracted|generated|rendered)\b|\bno [\w-]+ (?:produced|computed|made|generated|returned)\b/i;

/** What is tried, reckoned or offered. */
export const TRIAL =
  /\b(?:dry[- ]run|simulat\w+|preview|rehearsal|what[- ]if|check mode|test mode|plan only|trial run)\b/i;
const SUPPOSED = /\bwould (?:be|have|fail|need)\b/i;

/** A sentence about what is reckoned, and not about the tool. */
const OF_IT = /^the (?!server|service|tool|model|engine)/i;

/** What is only tried or reckoned did not happen, whatever it says would fail. */
export const TRIES =
  /(?:^|[^a-z])(?:simulat(?:e|ion|or)|preview|what[_-]?if|dry[_-]?run|quote|estimate|predict|project(?:ion|ed)|rehears\w+|trial)(?![a-z])/i;

const I_DID_NOT = /\b(?:I|we) (?:did not|didn['’]t|could not|couldn['’]t) (\w+)/;
/** What the tool runs came to its end. */
const EXITED =
  /\b(?:exited|terminated|died|crashed|was killed)\b[^.\n]{0,30}\b(?:code|status|signal) (?!0\b)\d/i;
const OF_STATE = /status|state|process|job|run|log|history|deploy|build|pod|container|task|event|test/i;

/** How a tool that finds out or passes on something says that it could not; undefined if it does not. */
export function ownFailureIn(
  text: string,
  { tool, purpose, asked }: FailureContext,
): FailureSentence | undefined {
  if (purpose === 'action' || purpose === 'unknown') return undefined;
  const trimmed = text.trim();
  // "Addresses that could not be reached:" is the heading of a list.
  if (/:\s*(?:\n|$)/.test(trimmed)) return undefined;
  if (trimmed.length > LONGEST || trimmed.split('\n').length > 2 || asked.speakOfErrors) return undefined;
  if (purpose === 'raw' && asked.nameAFile && !asked.namedIn(trimmed)) return undefined;
  if (THROWN.test(trimmed)) return undefined;
  // Whoever passes on a text of others speaks of itself in the first words, or as "I".
  const passesOn = purpose === 'raw' || TRIES.test(tool) || trimmed.split(/[.!] /).length > MAX_SENTENCES;
  // What a trial says would not be done, and that it changed nothing, is its result.
  if (TRIAL.test(trimmed) || SUPPOSED.test(trimmed) || (TRIES.test(tool) && OF_IT.test(trimmed)))
    return undefined;
  const said = CANNOT.exec(trimmed) ?? I_DID_NOT.exec(trimmed);
  const [, verb] =
    said ??
    (passesOn ? null : ((purpose === 'rewrite' ? null : NOT_DONE.exec(trimmed)) ?? NOTHING.exec(trimmed))) ??
    [];
  const own = verb !== undefined && (FINDS_OUT.test(verb) || (namesDeed(verb, tool) && !DOUBTS.test(verb)));
  const ended = !passesOn && EXITED.test(trimmed) && !OF_STATE.test(tool);
  if (!own && !ended && (passesOn || !PRODUCED.test(trimmed))) return undefined;
  return { strength: 'own', why: 'it says that the tool could not do its own work' };
}

/** An exception is worded by somebody else's program. */
const THROWN = /^\w*(?:Error|Exception)\b: /;

/** "The address could not be verified" is what whoever verifies may find. */
const DOUBTS = /^(?:verif|validat|confirm|prov|authenticat|find|found|match)/i;
