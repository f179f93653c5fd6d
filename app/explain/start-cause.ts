import type { CatalogueEntry } from '../codes/catalogue.ts';
import {
  missingVariable,
  namesCause,
  processEntry,
  processEntryOf,
  setVariable,
} from '../codes/process-entry.ts';
import { pickStderr } from '../frame/stderr-pick.ts';
import type { NextStep } from '../protocol/actor.ts';
import { phrase, quoted } from './phrases.ts';

/** Why a start failed, as a line of stderr says it. */
export type StartCause = {
  /** The check that it belongs to. */
  readonly check: 'file' | 'runtime' | 'package' | 'configuration' | 'process';
  readonly line: string;
  readonly found: string;
  readonly step: NextStep;
  /** The module or package that is missing; empty if the line names none. */
  readonly missing: string;
  /** The environment variable that the line names as missing; empty if it names none. */
  readonly variable: string;
};

/** Which check an entry about processes belongs to, by its name; all others belong to the process. */
const CHECK_OF_ENTRY: Readonly<Record<string, StartCause['check']>> = {
  'Cannot find module': 'package',
  'No module named': 'package',
  'npm cannot find the package': 'package',
  'npm cannot find the version': 'package',
  'npx cannot run the package': 'package',
  'uv cannot resolve the package': 'package',
  'Elixir script not found': 'package',
  'Node version not supported': 'runtime',
  'Python version not supported': 'runtime',
  'import of a CommonJS or ES module': 'package',
  'environment variable missing': 'configuration',
  'argument missing or unknown': 'configuration',
  'not a program (ENOEXEC)': 'file',
  'interpreter of a script not found': 'file',
};

/** What npx and uv say while they fetch packages: no cause of an end. */
const DOWNLOADS: ReadonlySet<string> = new Set(['npx download', 'uv download']);

/** When several lines name a cause, the earlier check is nearer to it. */
const ORDER: readonly StartCause['check'][] = ['file', 'runtime', 'package', 'configuration', 'process'];

/** What is wrong, as the last lines of stderr say it; undefined if no line says it in words that are known. */
export function startCause(stderr: readonly string[]): StartCause | undefined {
  const crashes = new Set(pickStderr(stderr.map(asCandidate), true).crashes);
  const rank = ({ check, missing, line }: StartCause): number =>
    ORDER.indexOf(check) * 4 + (missing === '' ? 2 : 0) + (crashes.has(line.trim()) ? 0 : 1);
  let best: StartCause | undefined;
  for (const line of stderr) {
    const cause = causeIn(line);
    if (cause !== undefined && (best === undefined || rank(cause) < rank(best))) best = cause;
  }
  return best;
}

/** True if a line shows that packages are being fetched before the server starts. */
export function showsDownload(line: string): boolean {
  return DOWNLOADS.has(processEntryOf(line)?.codeText ?? '');
}

function asCandidate(text: string) {
  return { text, names: false };
}

function causeIn(line: string): StartCause | undefined {
  const named = processEntryOf(line);
  // A line about an exit says nothing of its reason.
  const entry = named !== undefined && namesCause(named) ? named : undefined;
  const variable = missingVariable(line);
  if (variable !== undefined && (entry === undefined || isAboutVariables(entry.name))) {
    return {
      check: 'configuration',
      line,
      found: phrase('variable-missing', { variable }),
      step: { actor: 'user', action: setVariable(variable) },
      missing: '',
      variable,
    };
  }
  if (entry === undefined || DOWNLOADS.has(entry.codeText)) return undefined;
  const missing = missingName(line);
  return {
    check: CHECK_OF_ENTRY[entry.name] ?? 'process',
    line,
    found: phrase('start.found', { meaning: entry.meaning, missing: missing || undefined }),
    step: isOwnPath(missing, line) ? checkPath(missing) : stepOf(entry),
    missing,
    variable: '',
  };
}

function isAboutVariables(name: string): boolean {
  return CHECK_OF_ENTRY[name] === 'configuration';
}

/** The module or package that a line names as missing; empty if it names none (Node, Python, npm, uv). */
function missingName(line: string): string {
  const named =
    /Cannot find (?:module|package) '([^']{1,300})'/.exec(line) ??
    /No module named '?([\w.-]{1,200})/.exec(line) ??
    /404 +(?:Not Found.*\/|')([^\s'/]{1,200})/.exec(line) ??
    /No matching version found for (\S{1,200}?)\.?(?:\s|$)/.exec(line) ??
    /[Bb]ecause (\S{1,200}) was not found/.exec(line);
  return named?.[1] ?? '';
}

/** What an exit code or a signal means by itself, and what to do; undefined for one that nobody has described. */
export function exitMeaning(
  code: number | undefined,
  signal: string | undefined,
): { readonly found: string; readonly step: NextStep } | undefined {
  const entry = processEntry(signal ?? `exit ${code}`);
  return entry === undefined ? undefined : { found: entry.meaning, step: stepOf(entry) };
}

/** Whoever runs the server has to act, unless the entry names somebody else. */
function stepOf({ step: { actor, action, verb } }: CatalogueEntry): NextStep {
  return { actor: actor === undefined || actor === 'caller' ? 'user' : actor, action, verb };
}

/** A missing file with a full path is a wrong path in the command, and no missing package. */
function isOwnPath(missing: string, line: string): boolean {
  return /^(?:\/|[A-Za-z]:\\)/.test(missing) && !line.includes('imported from');
}

function checkPath(missing: string): NextStep {
  return { actor: 'user', action: phrase('path-missing', { path: quoted(missing) }) };
}
