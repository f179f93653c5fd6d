import { isJsonObject } from '../../base/json-value.ts';
import type { FailureContext } from './call-arguments.ts';
import { printsOutput, runsCode } from './deed-kind.ts';
import { failed, type HiddenFailure } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { speaksOfCall } from './object-shape.ts';
import { byExit } from './stated-errors.ts';

const STATEMENT =
  /^\s*(?:select|insert|update|delete|with|match|merge|show|create|drop|alter|explain|pragma|truncate|call)\s/i;
/** Programs that pass on what others wrote, and so whatever it says of failures. */
const PASSES_ON =
  /^\s*(?:sudo )?(?:cat|bat|tail|head|less|more|[ez]?grep|rg|ag|awk|sed|jq|yq|zcat|journalctl|dmesg|echo|printf|print|diff|find|sort|uniq|cut|strings|ps|history|curl|wget|git (?:log|show|diff|grep|blame|reflog|stash)|docker logs|kubectl logs|systemctl status)\b/i;
/** Whoever writes this goes on after a failure. */
const GOES_ON = /\|\||;\s*true\b|set \+e/;
/** What the shell, or the tool around it, says of the command itself. */
const OF_COMMAND =
  /^(?:(?:ba|z|da|k|fi)?sh|\/bin\/\w+|-bash|zsh|cmd|pwsh)(?:\.exe)?: (?:line )?(?:\d+: )?\S.*: ?(?:command not found|no such file or directory|permission denied|not found|cannot execute|is a directory|bad interpreter|syntax error|unbound variable)|^zsh: command not found|is not recognized as (?:an internal|the name)|\b(?:exit(?:ed)?(?: with)?|return(?:ed)?)(?: an?)?(?: non-zero)? ?(?:exit )?(?:code|status)[ :=]+(?!0\b)-?\d+|^(?:command|process|script|execution|evaluation|program)\b[^\n]{0,80}?\b(?:failed|timed out|was killed|aborted|not allowed|not permitted|blocked|rejected|not executed)\b|^killed\b|\bnot executed\b|^error (?:executing|running|evaluating|in eval)\b/i;
/** What a program says that the command names: "cp: cannot stat …". */
const COMPLAINS =
  /^([\w.+-]+): (?:(?:line )?\d+: )?(?:.*: )?(?:cannot |could not |can't |unable to |failed to |no such file|permission denied|not found|command not found|is a directory|not a directory|invalid option|unrecognized option|unknown option|illegal option|missing operand|missing file operand|operation not permitted|file exists|connection refused|connect to host|\*\*\* |syntax error|line \d+: syntax error|fatal error|error: )/i;
const FAILED_STEP = /^([\w.-]+) failed(?:[:.]|$)/i;
const OF_GIT = /^(?:fatal|error): \S|^CONFLICT \(|^Automatic merge failed/;
/** Lines of logs and hits of searches. */
const LOGGED = /^\W*\d|^[^\s:]+:\d+:|^\S+\[\d+\]|^\[/;
const OF_QUERY =
  /\b(?:database|query|queries|table|column|relation|syntax|sql|select|statement|lock|kernel)\b/i;
const BEGINS_BADLY = /^(?:\w+ )?(?:error|fatal)\b/i;

/** True if the tool's answer is what a command, a piece of code or a query of the caller's printed. */
export function passesOutputOn({ tool, asked }: FailureContext): boolean {
  return runsCode(tool) || (printsOutput(tool) && asked.some((text) => STATEMENT.test(text)));
}

/**
 * How the output of a command or a query says that the command itself failed. The output may be a document of anybody's:
 * only what the shell, the database or a program that the command names says of itself counts.
 */
export function failureOfOutput(
  text: string,
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || call.asked.repeatedBy(trimmed)) return undefined;
  const said = runsCode(call.tool) ? ofCommand(trimmed, call) : ofQuery(trimmed);
  return said === undefined ? undefined : failed(where, said, 'the command says that it failed');
}

/** The same of what a tool around the command reports as JSON: its code, or that it did not come to run. */
export function failureOfRun(value: unknown, where: string, call: FailureContext): HiddenFailure | undefined {
  if (!isJsonObject(value) || !speaksOfCall(value)) return undefined;
  const byCode = byExit(value, where);
  if (byCode !== undefined) return byCode;
  const { error, message, stderr } = value;
  const said = [error, message, stderr].find((one) => typeof one === 'string' && one !== '');
  if (typeof said !== 'string' || call.asked.some((text) => PASSES_ON.test(text))) return undefined;
  return ofCommand(said.trim(), call) === undefined
    ? undefined
    : failed(where, said, 'the command says that it failed');
}

function ofCommand(text: string, { asked }: FailureContext): string | undefined {
  if (asked.some((given) => GOES_ON.test(given))) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const last = lines.at(-1) ?? '';
  const named = [first, last].find((line) => {
    const program = (COMPLAINS.exec(line) ?? FAILED_STEP.exec(line))?.[1] ?? '';
    return program !== '' && asked.some((given) => hasWord(given, program));
  });
  if (named !== undefined) return named;
  if (asked.some((given) => PASSES_ON.test(given)))
    return lines.length === 1 && OF_SHELL.test(first) ? first : undefined;
  if (asked.some((given) => /^\s*git /.test(given)))
    return lines.slice(0, 3).find((line) => OF_GIT.test(line));
  const own = [first, last].find((line) => !LOGGED.test(line) && OF_COMMAND.test(line));
  return own ?? thrownIn(lines);
}

const OF_SHELL = /^(?:(?:ba|z|da|k|fi)?sh|\/bin\/\w+): (?:line )?(?:\d+: )?\S.*: ?(?:command )?not found$/i;

/** An exception that nobody caught is the last that a program prints. */
function thrownIn(lines: readonly string[]): string | undefined {
  const last = lines.at(-1) ?? '';
  const at = lines.findIndex((line) => line.startsWith('Traceback (most recent call last)'));
  if (at >= 0) return /^[\w.]*(?:Error|Exception|Interrupt|Exit)\b/.test(last) ? last : undefined;
  if (/^Node\.js v\d/.test(last)) return lines.find((line) => /^\w*Error\b/.test(line));
  const [first = ''] = lines;
  if (lines.length > 3 || LOGGED.test(first)) return undefined;
  const sentence = failureSentence(first);
  return sentence !== undefined && sentence.strength !== 'plain' ? first : undefined;
}

/** A query's rows may say anything; its error is one sentence, with a place or a hint at most. */
function ofQuery(text: string): string | undefined {
  const [first = '', ...more] = text.split('\n');
  const isSentence = more.every((line) => /^\s|^(?:LINE|HINT|DETAIL|POSITION|CONTEXT|SQLSTATE)\b/.test(line));
  const sentence = isSentence ? failureSentence(first) : undefined;
  if (sentence === undefined) return undefined;
  return sentence.strength !== 'plain' || BEGINS_BADLY.test(first) || OF_QUERY.test(first)
    ? first
    : undefined;
}

function hasWord(given: string, word: string): boolean {
  return given.split(/[^\w.+-]+/).includes(word);
}
