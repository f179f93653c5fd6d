import type { ErrorOrigin } from './error-origin.ts';
import { NAMED, originIn, stackTraces } from './stack-trace.ts';
import { stripAnsi } from './stderr-text.ts';
import { frameLine } from './trace-frame.ts';

/** A line that the server wrote during a call; `names` if it names this call. */
type CandidateLine = { readonly text: string; readonly names: boolean };

export type PickedStderr = {
  /** At most five lines, in order. */
  readonly lines: readonly string[];
  readonly crashes: readonly string[];
  /** The last line that signals trouble, else the last that is more than information; undefined if none. */
  readonly last: string | undefined;
  /** The origin shown by the last stack trace in the lines; absent if there is none. */
  readonly origin?: ErrorOrigin;
};

const MAX_LINES = 5;
const MAX_CRASHES = 3;
const MAX_NAMING = 2;
const MAX_LAST = 3;
const MAX_CHARS = 500;

/** An exception by its class name, at the start of a line. */
const EXCEPTION = new RegExp(
  `^(?:Uncaught |Unhandled exception[.:] ?|Caused by: |Exception in thread "[^"]*" |\\[?(?:cause|errors?)\\]?: )*${NAMED.source}`,
);
const CRASH =
  /^(?:panic: |fatal error: |Fatal error: |thread '[^']*'(?: \(\d+\))? panicked at |\*\* \([\w.]+\) |\(stop\) |PHP Fatal error: |terminate called |Segmentation fault|Aborted|Killed$|runtime: out of memory|FATAL ERROR: )|^\S+\.rb:\d+:in .+ \([\w:]+\)$/;
/** Decoration in a stack trace, and frames on their own lines. */
const FRILL =
  /^(?:[│╭╰]|\^|~+\^|goroutine \d|\d+: |stack backtrace|note: run with|Node\.js v|\.\.\. \d+ more|created by |exit status \d|[\w.-]+(?:\/[\w.-]+)*\.[\w.()*[\]·-]+\(.*\)$|Traceback \(most recent call last\)|During handling of the above|The above exception)/;
const isOfTrace = (line: string) => FRILL.test(line) || frameLine(line, '') !== undefined;
/** A log line with a level that signals trouble. */
const SEVERE =
  /\b(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC|EMERG)\b|\[(?:error|fatal|critical|crit|err)\]|"level":\s?"(?:error|fatal)"|level=(?:error|fatal)|^(?:error|fatal)\b[: ]|\b(?:Error|Exception): /;

/** A log line with a level that signals no trouble: never the reason for a failure. */
const CALM =
  /^(?:\S+ ){0,4}\W*(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)\b|\[(?:info|debug|trace|notice)\]|"level":\s?"(?:info|debug|trace|notice)"|\blevel=(?:info|debug|trace)\b|^(?:info|debug)\b[: ]/;

/** What programs print after the explanation: where a log is, how to get help, that a step failed. Never the reason. */
const TRAILER =
  /^(?:npm (?:error|ERR!)|\[?error\]?:?|info)?\s*(?:A complete log of this run|code E?[A-Z]+$|(?:For|See) more information|For more (?:information|details)|Run '.{1,60}' for more|See '.{1,60}'\.?$|To see (?:a list of scripts|the full stack trace)|Re-run \w+ (?:with|using)|Visit https?:\/\/|Command failed with (?:exit code|signal)|script ".{1,80}" exited|Lifecycle script|ELIFECYCLE|process didn't exit|\[notice\]|(?:hint|help|tip|note|usage)\b: ?|Did you mean|Note that you can also|tarball, folder|In most cases you|This is related to npm|No authorization header|This error happened while|The following executables|operable program or batch)/i;
const BARE_NPM = /^npm (?:error|ERR!)(?: (?:code|syscall|path|errno|enoent|404|notarget))?(?: -?\w+)?$/;
const isTrailer = (line: string) => TRAILER.test(line) || BARE_NPM.test(line);

type Kind = 'crash' | 'naming' | 'severe' | 'frame' | 'plain';

/**
 * Picks the stderr lines that best explain a failed call: exceptions and crashes (the last line of a trace), then lines
 * that name the call, then lines with a log level that signals trouble. If the server never answered (`silent`), its
 * last lines count whatever they say: they show what it was doing.
 */
export function pickStderr(candidates: readonly CandidateLine[], silent: boolean): PickedStderr {
  const lines = candidates.map(({ text, names }) => ({ text: shownText(text), names }));
  const kinds = kindsOf(lines);
  const of = (kind: Kind) => kinds.flatMap((one, index) => (one === kind ? [index] : []));
  const crashes = of('crash').slice(-MAX_CRASHES);
  const picked = new Set([...crashes, ...of('naming').slice(-MAX_NAMING)]);
  addLast(picked, of('severe'), MAX_LINES);
  if (silent) addLast(picked, of('plain').slice(-MAX_LAST), MAX_LINES);
  const shown = [...picked].sort((a, b) => a - b).slice(-MAX_LINES);
  const textAt = (index: number) => lines[index]?.text.trim() ?? '';
  const texts = [...new Set(shown.map(textAt))];
  const talk = [...of('naming'), ...of('plain')].sort((a, b) => a - b).map(textAt);
  const last = of('severe').map(textAt).at(-1) ?? talk.findLast((text) => !CALM.test(text));
  const origin = originIn(candidates.map(({ text }) => text));
  return { lines: texts, crashes: crashes.map(textAt), last, ...(origin === undefined ? {} : { origin }) };
}

export const CRASH_WEIGHT = 3;

/** The weight of a line as an explanation: a crash, a crash's cause, a level that signals trouble, 0 for others. */
export function stderrWeight(text: string): number {
  const line = stripAnsi(text).trim();
  if (EXCEPTION.test(line) || CRASH.test(line))
    return /^(?:Caused by: |\[?cause)/.test(line) ? 2 : CRASH_WEIGHT;
  return SEVERE.test(line) && !isOfTrace(line) && !isTrailer(line) ? 1 : 0;
}

/** Classifies each line. A line indented below another belongs to a trace. */
function kindsOf(lines: readonly CandidateLine[]): Kind[] {
  const ofTraces = new Map<number, Kind>();
  for (const { from, to, exceptions } of stackTraces(lines.map(({ text }) => text))) {
    for (let at = from; at < to; at += 1) ofTraces.set(at, 'frame');
    for (const at of exceptions) ofTraces.set(at, 'crash');
  }
  return lines.map(({ text, names }, index) => {
    const line = text.trim();
    if (line === '') return 'frame';
    const ofTrace = ofTraces.get(index);
    if (ofTrace !== undefined) return ofTrace;
    if (EXCEPTION.test(line) || CRASH.test(line)) return 'crash';
    if (isOfTrace(line) || isTrailer(line)) return 'frame';
    if (names) return 'naming';
    if (SEVERE.test(line)) return 'severe';
    return /^\s/.test(text) ? 'frame' : 'plain';
  });
}

function addLast(picked: Set<number>, indexes: readonly number[], most: number): void {
  for (const index of indexes.toReversed()) if (picked.size < most) picked.add(index);
}

function shownText(text: string): string {
  const bare = stripAnsi(text).trimEnd();
  return bare.length > MAX_CHARS ? `${bare.slice(0, MAX_CHARS)}…` : bare;
}

/** Stderr lines that belong together: a stack trace, or a line with those indented below it. */
export type StderrGroup = {
  readonly lines: readonly string[];
  /** The indexes of frames in packages and runtimes. */
  readonly foreign: ReadonlySet<number>;
  /** The line that names the exception; empty for none. */
  readonly exception: string;
};

export function foldStderr(lines: readonly string[]): StderrGroup[] {
  const groups: StderrGroup[] = [];
  let at = 0;
  for (const { from, to, foreign, exceptions } of stackTraces(lines)) {
    groups.push(...byIndent(lines.slice(at, from)));
    const shown = exceptions.includes(from) ? from : exceptions.at(-1);
    groups.push({
      lines: lines.slice(from, to),
      foreign: new Set([...foreign].map((line) => line - from)),
      exception: shown === undefined ? '' : (lines[shown] ?? ''),
    });
    at = to;
  }
  return [...groups, ...byIndent(lines.slice(at))];
}

const NO_LINES: ReadonlySet<number> = new Set();

function byIndent(lines: readonly string[]): StderrGroup[] {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last !== undefined && /^\s+\S|^[}\])]+[,;]?$/.test(stripAnsi(line))) last.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => ({ lines: group, foreign: NO_LINES, exception: '' }));
}
