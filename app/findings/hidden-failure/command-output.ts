import { type JsonObject, jsonText } from '../../base/json-value.ts';
import { pattern } from './lexicon.ts';
import { signalsOfObject } from './lines.ts';
import { failure, found, type HiddenFailure, scored } from './scorer.ts';
import { failureSentence } from './statements.ts';
import type { ToolCall } from './tool-call.ts';

/** Tools that run a program of the caller's, which may print anything. */
const RUNS_CODE = pattern('^{code_alone}$|\\b(?:exec|eval)$|^(?=.*\\b{code}\\b).*\\b{runs}\\b');
const RUNS_QUERY = pattern('^(?=.*\\b(?:sql|query|cypher)\\b).*\\b{runs}\\b');
const STATEMENT = pattern('{statement}');
/** Programs that pass on other people's text, including any mention of failures. */
const PASSES_ON = pattern('{passes_on}');
/** Text with these words continues after a failure. */
const GOES_ON = pattern('{goes_on}');
/** What the shell, or the tool around it, reports about the command itself. */
const OF_COMMAND = pattern('{of_command}');
const OF_SHELL = pattern('{of_shell}');
/** A complaint from a program that the command names: "cp: cannot stat …". */
const COMPLAINS = pattern('^([\\w.+-]+): (?:(?:line )?\\d+: )?(?:.*: )?{complaint}');
const FAILED_STEP = /^([\w.-]+) failed(?:[:.]|$)/i;
const OF_GIT = /^(?:fatal|error): \S|^CONFLICT \(|^Automatic merge failed/;
/** Log lines and search hits. */
const LOGGED = /^\W*\d|^[^\s:]+:\d+:|^\S+\[\d+\]|^\[/;
const OF_QUERY = pattern('\\b{of_query}\\b|^(?:\\w+ )?(?:error|fatal)\\b');
const CONTINUES = /^\s|^(?:LINE|HINT|DETAIL|POSITION|CONTEXT|SQLSTATE)\b/;
const WHY = 'the command says that it failed';

/** True if the tool runs a program of the caller's, whose output may state any failure. */
export function runsCode(call: ToolCall): boolean {
  return RUNS_CODE.test(call.name);
}

/** True if the tool's answer is the output of a command, code or query of the caller's. */
export function passesOutputOn(call: ToolCall): boolean {
  return runsCode(call) || (RUNS_QUERY.test(call.name) && call.texts.some((text) => STATEMENT.test(text)));
}

/** A command's or query's own failure; the output around it may be anyone's document. */
export function failureOfOutput(text: string, where: string, call: ToolCall): HiddenFailure | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || call.isRepeatedBy(trimmed)) return undefined;
  const said = runsCode(call) ? ofCommand(trimmed, call) : ofQuery(trimmed);
  return said === undefined ? undefined : failure('failure', where, said, WHY);
}

/** A failed run that a tool reports as JSON: by exit code, or because it did not start. */
export function failureOfRun(value: JsonObject, where: string, call: ToolCall): HiddenFailure | undefined {
  const byCode = scored('run', signalsOfObject(value, call));
  if (byCode !== undefined) return found(byCode, where, jsonText(value));
  const { error, message, stderr } = value;
  const said = [error, message, stderr].find((one) => typeof one === 'string' && one !== '');
  if (typeof said !== 'string' || call.texts.some((text) => PASSES_ON.test(text))) return undefined;
  return ofCommand(said.trim(), call) === undefined ? undefined : failure('failure', where, said, WHY);
}

function ofCommand(text: string, { texts }: ToolCall): string | undefined {
  if (texts.some((given) => GOES_ON.test(given))) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const ends = [first, lines.at(-1) ?? ''];
  const named = ends.find((line) => {
    const program = (COMPLAINS.exec(line) ?? FAILED_STEP.exec(line))?.[1];
    return program !== undefined && texts.some((given) => given.split(/[^\w.+-]+/).includes(program));
  });
  if (named !== undefined) return named;
  if (texts.some((given) => PASSES_ON.test(given)))
    return lines.length === 1 && OF_SHELL.test(first) ? first : undefined;
  if (texts.some((given) => /^\s*git /.test(given)))
    return lines.slice(0, 3).find((line) => OF_GIT.test(line));
  return ends.find((line) => !LOGGED.test(line) && OF_COMMAND.test(line)) ?? thrownIn(lines);
}

/** An uncaught exception is the last thing that a program prints. */
function thrownIn(lines: readonly string[]): string | undefined {
  const [first = ''] = lines;
  const last = lines.at(-1) ?? '';
  if (lines.some((line) => line.startsWith('Traceback (most recent call last)')))
    return /^[\w.]*(?:Error|Exception|Interrupt|Exit)\b/.test(last) ? last : undefined;
  if (/^Node\.js v\d/.test(last)) return lines.find((line) => /^\w*Error\b/.test(line));
  if (lines.length > 3 || LOGGED.test(first)) return undefined;
  return isOfProgram(first) ? first : undefined;
}

/** A query's rows may say anything; its error is one sentence, with at most a place or a hint. */
function ofQuery(text: string): string | undefined {
  const [first = '', ...more] = text.split('\n');
  if (!more.every((line) => CONTINUES.test(line)) || failureSentence(first) === undefined) return undefined;
  return isOfProgram(first) || OF_QUERY.test(first) ? first : undefined;
}

function isOfProgram(line: string): boolean {
  const strength = failureSentence(line)?.strength;
  return strength !== undefined && strength !== 'plain';
}
