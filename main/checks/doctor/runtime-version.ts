import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isJsonObject, parseJson, stringAt } from '../../../app/base/json-value.ts';
import type { CommandPlace, RuntimeEvidence } from '../../../app/checks/doctor/start-evidence.ts';
import type { ProcessSpec } from '../../session/record-body.ts';
import { serverEnvironment } from '../../session/server-process.ts';
import { programOutput } from '../../system/program-output.ts';
import { programInPath } from './command-place.ts';

const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_LEVELS = 30;
const MAX_RANGE_CHARS = 200;

/** The interpreters whose version is checked, by program name. */
const RUNTIMES: readonly (readonly [names: RegExp, program: string | undefined, name: string])[] = [
  [/^(?:node|nodejs)$/, undefined, 'Node.js'],
  [/^(?:npx|npm|pnpm|pnpx|yarn|tsx|ts-node)$/, 'node', 'Node.js'],
  [/^python(?:\d(?:\.\d+)?)?$/, undefined, 'Python'],
  [/^uvx$/, 'uv', 'uv'],
  [/^uv$/, undefined, 'uv'],
  [/^(?:bunx|bun)$/, 'bun', 'Bun'],
  [/^deno$/, undefined, 'Deno'],
];

/** Node options that take the next word as their value. */
const TAKES_WORD = /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions)$/;
/** Node options that run code from the command line instead of a file. */
const TAKES_CODE = /^(?:-e|--eval|-p|--print|-i|--interactive|-pe)$/;

/** The runtime of a server: its version, queried for at most `versionMs`, and the version that its package requires. */
export async function runtimeOf(
  spec: ProcessSpec,
  place: CommandPlace,
  versionMs: number,
): Promise<RuntimeEvidence | undefined> {
  const { file } = place;
  if (file === undefined || !file.mayRun) return undefined;
  const interpreter = file.interpreter?.path;
  const own = kindOf(file.path) ?? kindOf(spec.command);
  const kind = own ?? (interpreter === undefined ? undefined : kindOf(interpreter));
  if (kind === undefined) return undefined;
  const [, program, name] = kind;
  const byScript = own === undefined ? interpreter : undefined;
  const path = byScript ?? (program === undefined ? file.path : await programInPath(program, spec));
  if (path === undefined) return undefined;
  const [said, wanted] = await Promise.all([
    versionOf(path, spec, versionMs),
    name === 'Node.js' ? wantedNode(spec, file.path, own !== undefined) : undefined,
  ]);
  return { name, path, ...said, wanted };
}

function kindOf(path: string): (typeof RUNTIMES)[number] | undefined {
  const name = basename(path).replace(/\.(?:exe|cmd|bat)$/i, '');
  return RUNTIMES.find(([names]) => names.test(name));
}

/** The output of `--version` on stdout, or on stderr for old versions; else why the query failed. */
async function versionOf(
  path: string,
  spec: ProcessSpec,
  limitMs: number,
): Promise<Pick<RuntimeEvidence, 'version' | 'givenUp'>> {
  const said = await programOutput(path, ['--version'], { env: serverEnvironment(spec), limitMs });
  if (!said.ok) return { version: undefined, givenUp: said.error };
  return { version: /\d+\.\d+(?:\.\d+)?[\w.+-]*/.exec(said.value)?.[0] };
}

/** The `engines.node` of the package that the command runs, if it is on this disk. */
async function wantedNode(
  spec: ProcessSpec,
  command: string,
  isRunner: boolean,
): Promise<RuntimeEvidence['wanted']> {
  const cwd = resolve(spec.cwd === '' ? '.' : spec.cwd);
  const manifest = isRunner
    ? await manifestOfRunner(spec, cwd, basename(command))
    : await manifestAbove(await realpath(command).catch(() => command));
  if (manifest === undefined) return undefined;
  const engines = manifest.content.engines;
  const range = isJsonObject(engines) ? stringAt(engines, 'node') : undefined;
  return range === undefined
    ? undefined
    : { range: range.slice(0, MAX_RANGE_CHARS), manifest: manifest.path };
}

async function manifestOfRunner(
  spec: ProcessSpec,
  cwd: string,
  runner: string,
): Promise<Manifest | undefined> {
  if (/^(?:npx|pnpx)/.test(runner)) {
    const name = packageOf(spec.args);
    return name === undefined ? undefined : manifestAt(join(cwd, 'node_modules', name));
  }
  const script = scriptIn(spec.args);
  if (script === undefined) return undefined;
  const path = resolve(cwd, script);
  return manifestAbove(await realpath(path).catch(() => path));
}

/** The script among the words after `node`; undefined if Node runs code from the command line. */
export function scriptIn(args: readonly string[]): string | undefined {
  let isValue = false;
  for (const word of args) {
    if (isValue) isValue = false;
    else if (TAKES_CODE.test(word)) return undefined;
    else if (TAKES_WORD.test(word)) isValue = true;
    else if (!word.startsWith('-')) return word;
  }
  return undefined;
}

/** The name of the package that `npx` runs, without its version; undefined if it is not a package name. */
export function packageOf(args: readonly string[]): string | undefined {
  const named = args.findIndex((word) => word === '-p' || word === '--package');
  const inline = args.find((word) => word.startsWith('--package='))?.slice('--package='.length);
  const word = inline ?? (named >= 0 ? args[named + 1] : args.find((one) => !one.startsWith('-')));
  return /^(@[\w.-]+\/[\w.-]+|[\w][\w.-]*)(?:@.*)?$/.exec(word ?? '')?.[1];
}

type Manifest = { readonly path: string; readonly content: { readonly [key: string]: unknown } };

/** The package.json of the folder of a file, or the nearest one above it. */
async function manifestAbove(file: string): Promise<Manifest | undefined> {
  let folder = dirname(file);
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const manifest = await manifestAt(folder);
    if (manifest !== undefined) return manifest;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}

async function manifestAt(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, 'package.json');
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : Number.POSITIVE_INFINITY),
    () => Number.POSITIVE_INFINITY,
  );
  if (size > MAX_MANIFEST_BYTES) return undefined;
  const content = parseJson(await readFile(path, 'utf8').catch(() => ''));
  return isJsonObject(content) ? { path, content } : undefined;
}
