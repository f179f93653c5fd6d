import { namesDeed } from './outcome-words.ts';
import { tokensOf } from './tool-purpose.ts';
import { ACTION, BEGINS_ACTION } from './tool-verbs.ts';

/** Tools whose success is that something ends, is off or is gone. */
const STOPS =
  /^(?:stop|end|mute|silence|unsubscribe|opt|pause|freeze|suspend|quarantine|hide|snooze|dismiss|ignore|skip|discard|drop|remove|delete|clear|purge|cancel|undo|unlink|detach|disconnect|leave|exit|logout|signout|shut|shutdown|power|off|disable|lock|close|block|ban|revoke|archive|empty|erase|wipe|burn|forget|drain|deplete|destroy|fire)$/;
/** The same, where what ends is told by a word of its own. */
const ENDS =
  /^(?:evict|release|void|invalidate|deactivate|disarm|exclude|omit|expire|kill|terminate|retire|reject|decline|deny)$/;
/** "unsubscribe", "disarm", "detach": the word without what takes the deed back. */
const TAKES_BACK = /^(?:un|dis|de)(?=[a-z]{3})/;

/** True if the tool undoes what another does: "unlock", "disarm". */
export function takesBack(tool: string): boolean {
  const [verb = ''] = tokensOf(tool);
  return TAKES_BACK.test(verb) && (ACTION.has(verb) || BEGINS_ACTION.has(verb));
}

/** True if the tool is there to end something: that it no longer holds is what was asked for. */
export function stopsThings(tool: string): boolean {
  return tokensOf(tool).some((token) => STOPS.test(token));
}

/** True if the tool takes something back, whose state then sounds like a failure. */
export function endsThings(tool: string): boolean {
  return tokensOf(tool).some((token) => STOPS.test(token) || ENDS.test(token));
}

/** Other words for the deed of such a tool, or for any deed. */
const SAYS_ENDED =
  /^(?:accept|appl|approv|block|cancel|clos|complet|confirm|delet|disabl|done|end|execut|finish|made|perform|process|refund|releas|remov|return|revok|stop|suspend|terminat)/i;

/** True if the word, such as that of a flag, tells of what the tool takes back: "subscribed" of "unsubscribe". */
export function isTakenBack(word: string, tool: string): boolean {
  const [verb = ''] = tokensOf(tool);
  if (SAYS_ENDED.test(word)) return false;
  if (STOPS.test(verb) || ENDS.test(verb)) return !namesDeed(word, verb);
  return TAKES_BACK.test(verb) && namesDeed(word, verb.replace(TAKES_BACK, ''));
}

/** Tools that pass on what a command, a script or a query printed. */
const RUNS = /^(?:run|exec|execute|eval|evaluate|shell|bash|terminal|query|sql|repl)$/;
const WHAT_RUNS =
  /^(?:shell|process|command|commands|cmd|bash|terminal|script|code|sql|query|cypher|repl|python|powershell|javascript|js)$/;

/** True if the tool's answer is the output of somebody else's program. */
export function printsOutput(tool: string): boolean {
  const tokens = tokensOf(tool);
  return tokens.some((token) => WHAT_RUNS.test(token)) && tokens.some((token) => RUNS.test(token));
}

/** Of these, a program may print anything, also what looks like an error. */
const RUNS_CODE =
  /^(?:shell|process|command|commands|cmd|bash|terminal|script|code|repl|python|powershell|javascript|js)$/;
/** What only such tools are called. */
const ALONE = /^(?:shell|command|cmd|bash|terminal|repl|python|powershell|exec|eval)$/;

/** True if the tool runs a program of the caller's, whose output may state any failure. */
export function runsCode(tool: string): boolean {
  const tokens = tokensOf(tool);
  return (
    (tokens.length === 1 && ALONE.test(tokens[0] ?? '')) ||
    /^(?:exec|eval)$/.test(tokens.at(-1) ?? '') ||
    (tokens.some((token) => RUNS_CODE.test(token)) && tokens.some((token) => RUNS.test(token)))
  );
}

/** Moves of a game, which may miss and are made all the same. */
const PLAYS = /^(?:guess|roll|attack|spin|flip)$/;

/** True if the tool makes a move whose outcome is open. */
export function takesAChance(tool: string): boolean {
  return tokensOf(tool).some((token) => PLAYS.test(token));
}
