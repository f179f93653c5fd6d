import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAMILIES, type Family } from './families.ts';
import { NeutralText } from './neutral-text.ts';
import { RecordedClient } from './recorded-client.ts';
import type { Step } from './step.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const MAX_BYTES = 60_000;

/** Records the given families, or all; returns the exit code. */
export async function recordFamilies(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !FAMILIES.some((family) => family.name === name));
  if (unknown !== undefined) {
    console.error(
      `There is no family ${unknown}. Known are: ${FAMILIES.map(({ name }) => name).join(', ')}.`,
    );
    return 2;
  }
  const wanted = FAMILIES.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const family of wanted) await record(family);
  return 0;
}

async function record(family: Family): Promise<void> {
  // Such a folder contains only the packages, so that the project's own stay unchanged.
  const packages = family.install.length === 0 ? ROOT : join(tmpdir(), 'tierscope-record', family.name);
  if (packages !== ROOT) install(family, packages);
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-recorded-'));
  try {
    const filled = (text: string) => text.replaceAll('FOLDER', folder);
    const args = [serverFile(family, packages), ...(family.args ?? []).map(filled)];
    const env = Object.fromEntries(
      Object.entries(family.env ?? {}).map(([name, value]) => [name, filled(value)]),
    );
    const neutral = new NeutralText([
      [folder, '/srv/data'],
      [packages, '/srv/app'],
      [ROOT, '/srv/app'],
    ]);
    const client = new RecordedClient({ label: family.name, args, cwd: folder, env, neutral });
    const lines = await client.run(JSON.parse(filled(JSON.stringify(family.steps))) as Step[]);
    const text = `${lines.join('\n')}\n`;
    if (text.length > MAX_BYTES)
      throw new Error(`${family.name} has ${text.length} bytes, more than ${MAX_BYTES}`);
    writeFileSync(join(ROOT, 'e2e/corpus', `${family.name}.tierscope.jsonl`), text);
    console.log(`${family.name}: ${lines.length} records, ${text.length} bytes`);
    for (const name of family.packages) console.log(`  ${name} ${versionOf(name, packages)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs the family's own packages, at the exact versions, unless they are installed. */
function install(family: Family, packages: string): void {
  mkdirSync(packages, { recursive: true });
  const args = [
    'install',
    '--prefix',
    packages,
    '--save-exact',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  const run = spawnSync('npm', [...args, ...family.install], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (run.status !== 0) throw new Error(`${family.install.join(' ')} cannot be installed`);
}

/** The file that node runs: a script finds its packages next to itself. */
function serverFile({ server }: Family, packages: string): string {
  if ('program' in server) {
    const manifest = join(packages, 'node_modules', server.program, 'package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> };
    const program = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
    return join(dirname(manifest), program);
  }
  const script = join(ROOT, 'e2e/servers/recorded', `${server.script}.js`);
  if (packages === ROOT) return script;
  const copy = join(packages, `${server.script}.mjs`);
  copyFileSync(script, copy);
  return copy;
}

function versionOf(name: string, packages: string): string {
  const manifest = join(packages, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) return 'unknown';
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
