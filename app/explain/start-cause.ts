import { foreignName } from '../base/foreign-text.ts';
import { messageText } from '../base/message.ts';
import { withPatterns } from '../base/written-pattern.ts';
import type { CatalogEntry } from '../codes/catalog.ts';
import {
  missingVariable,
  namesCause,
  processEntry,
  processEntryOf,
  setVariable,
} from '../codes/process-entry.ts';
import { upstreamIn } from '../findings/upstream-words.ts';
import { pickStderr } from '../frame/stderr-pick.ts';
import { frameLine } from '../frame/trace-frame.ts';
import type { NextStep } from '../protocol/actor.ts';
import names from './missing-names.json' with { type: 'json' };
import { phrase, quoted } from './phrases.ts';
import causes from './start-causes.json' with { type: 'json' };

export type StartCause = {
  /** The check that it belongs to. */
  readonly check: 'file' | 'runtime' | 'package' | 'configuration' | 'process';
  readonly line: string;
  readonly found: string;
  readonly step: NextStep;
  /** The missing module or package; empty if the line names none. */
  readonly missing: string;
  /** The missing environment variable that the line names; empty if it names none. */
  readonly variable: string;
};

/** The check for each process entry, by name, and what to type if the line names what is missing. */
const OF_ENTRY: Readonly<Record<string, { readonly check: string; readonly type?: string }>> = causes;

function checkOf({ name }: CatalogEntry): StartCause['check'] {
  return ORDER.find((check) => check === OF_ENTRY[name]?.check) ?? 'process';
}

/** Messages of npx, uv and docker while downloading: never the cause of an end. */
const DOWNLOADS: ReadonlySet<string> = new Set(['npx download', 'uv download', 'docker download']);

/** If several lines name a cause, the earlier check is closer to it. */
const ORDER: readonly StartCause['check'][] = ['file', 'runtime', 'package', 'configuration', 'process'];

/** Messages that a healthy server may log too: next to an exception, they count only within it. */
const WEAK: ReadonlySet<string> = new Set(['a file is missing', 'a file may not be opened']);
const WARNS = /^\W*(?:npm )?warn(?:ing)?\b|\[warn(?:ing)?\]|\blevel=warn/i;

/** The cause in the last stderr lines; undefined if no line has a known one. `isStart` if nothing was answered. */
export function startCause(stderr: readonly string[], isStart = true): StartCause | undefined {
  const lines = stderr.map((text) => ({ text, names: false }));
  const crashes = new Set(pickStderr(lines, true).crashes);
  let best: { readonly cause: StartCause; readonly rank: number } | undefined;
  for (const [index, line] of stderr.entries()) {
    const isCrash = crashes.has(line.trim());
    const cause = causeIn(line, stderr[index - 1] ?? '', crashes.size > 0 && !isCrash);
    if (cause === undefined) continue;
    const rank =
      ORDER.indexOf(cause.check) * 4 +
      (cause.missing === '' ? 2 : 0) +
      (isCrash ? 0 : 1) +
      (WARNS.test(line) ? 100 : 0);
    if (best === undefined || rank < best.rank)
      best = { rank, cause: { ...cause, line: withNext(line, stderr[index + 1]) } };
  }
  const upstream = best === undefined ? upstreamAtStart(crashes.size > 0 ? [...crashes] : stderr) : undefined;
  return best?.cause ?? upstream ?? (isStart ? ownRefusal(stderr) : undefined);
}

const REFUSES = /^\W*(?:error|fatal)\b.*\s\S/i;
/** The help of a command line, or a sentence that tells its reader what to set up. */
const TELLS =
  /^\s*usage:|^\W*(?:please |then |first )?(?:configure|set|provide|specify|pass|export|install|create|enable|make sure|run|log ?in|sign in)\b/i;

/** A program that refused to start, and tells its user so: no crash, which would show a trace. */
function ownRefusal(stderr: readonly string[]): StartCause | undefined {
  const at = stderr.findIndex((line) => REFUSES.test(line));
  const isTold = at >= 0 && stderr.slice(at + 1).some((line) => TELLS.test(line));
  if (!isTold || stderr.some((line) => frameLine(line, '') !== undefined)) return undefined;
  const line = stderr[at] ?? '';
  const step: NextStep = { actor: 'user', action: phrase('start.told.action') };
  return { check: 'configuration', line, found: phrase('start.told'), step, missing: '', variable: '' };
}

/** A server that ended because it could not reach a dependency, if no line says more. */
function upstreamAtStart(stderr: readonly string[]): StartCause | undefined {
  const line = stderr.findLast((one) => upstreamIn(one) !== undefined);
  if (line === undefined) return undefined;
  const at = upstreamIn(line)?.address || phrase('upstream.none');
  const step: NextStep = { actor: 'user', action: phrase('start.upstream.action', { at }) };
  return { check: 'process', line, found: phrase('start.upstream', { at }), step, missing: '', variable: '' };
}

/** A line that announces an error, joined with the line below that states it. */
function withNext(line: string, next = ''): string {
  return /[:)]\s*$|[^.]dependencies$/.test(line) && /^\s+\S/.test(next)
    ? `${line.trim()} ${next.trim()}`
    : line;
}

/** A server waiting on a port: the reason for silence on stdio, not the cause of an end. */
const HTTP_MODE = 'http mode';

/** The line in which a server says that it serves HTTP, and what to do; undefined for none. */
export function servesHttp(lines: readonly string[]): Pick<StartCause, 'line' | 'step'> | undefined {
  for (const line of lines) {
    const entry = processEntryOf(line);
    if (entry?.codeText === HTTP_MODE) return { line: line.trim(), step: stepOf(entry) };
  }
  return undefined;
}

/** True if a line shows that packages are downloaded before the server starts. */
export function showsDownload(line: string): boolean {
  return DOWNLOADS.has(processEntryOf(line)?.codeText ?? '');
}

function causeIn(line: string, above: string, isBesideCrash: boolean): StartCause | undefined {
  const named = processEntryOf(line);
  // A line about an exit does not give its reason.
  const entry = named !== undefined && namesCause(named) ? named : undefined;
  const variable = missingVariable(line);
  if (variable !== undefined && (entry === undefined || checkOf(entry) === 'configuration')) {
    return {
      check: 'configuration',
      line,
      found: phrase('variable-missing', { variable }),
      step: { actor: 'user', action: setVariable(variable) },
      missing: '',
      variable,
    };
  }
  if (entry === undefined || DOWNLOADS.has(entry.codeText) || entry.codeText === HTTP_MODE) return undefined;
  const isWeak = WEAK.has(entry.name) || checkOf(entry) === 'process';
  if (isWeak && (isBesideCrash || WARNS.test(line))) return undefined;
  const missing = missingName(line) || (entry.codeText === NATIVE ? missingName(above) : '');
  return {
    check: checkOf(entry),
    line,
    found: phrase('start.found', { meaning: entry.meaning, missing: missing || undefined }),
    step: stepFor(entry, missing, line),
    missing,
    variable: '',
  };
}

function stepFor(entry: CatalogEntry, missing: string, line: string): NextStep {
  const { type } = OF_ENTRY[entry.name] ?? {};
  const typed = missing === '' && type?.includes('{missing}') ? undefined : type;
  if (entry.codeText === 'MODULE_NOT_FOUND' && isOwnPath(missing, line))
    return { actor: 'user', action: phrase('path-missing', { path: quoted(missing) }) };
  return typed === undefined
    ? stepOf(entry)
    : { actor: 'user', action: messageText(typed, { missing: foreignName(missing) }) };
}

/** How programs name what is missing: Node, Python, npm, pnpm, uv, pip, docker, shells and runtimes. */
const NAMES = withPatterns(names) as readonly RegExp[];

/** Its name is in the path on the line above. */
const NATIVE = 'native module';

/** The missing module, package or program that a line names; empty if it names none. */
function missingName(line: string): string {
  for (const pattern of NAMES) {
    const found = pattern
      .exec(line)
      ?.slice(1)
      .find((name) => name !== undefined);
    if (found !== undefined) return found;
  }
  return '';
}

/** What an exit code or signal means by itself, and what to do; undefined if it is not described. */
export function exitMeaning(
  code: number | undefined,
  signal: string | undefined,
): { readonly found: string; readonly step: NextStep } | undefined {
  const entry = processEntry(signal ?? `exit ${code}`);
  return entry === undefined ? undefined : { found: entry.meaning, step: stepOf(entry) };
}

/** The person who runs the server must act, unless the entry names another actor. */
function stepOf({ step: { actor, action, verb } }: CatalogEntry): NextStep {
  return { actor: actor === undefined || actor === 'caller' ? 'user' : actor, action, verb };
}

/** A missing file with an absolute path is a wrong path in the command, not a missing package. */
function isOwnPath(missing: string, line: string): boolean {
  return /^(?:\/|[A-Za-z]:\\)/.test(missing) && !line.includes('imported from');
}
