import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Attack, type Planted, ROOT } from './attack.ts';

type PlantedIn = Planted & { readonly attack: string };

/** Plants each fault for one run of its attack, which must find it. Returns the exit code. */
export async function runSelfTest(
  attacks: Readonly<Record<string, Attack>>,
  names: readonly string[],
  kind: string,
): Promise<number> {
  const wanted: PlantedIn[] = [];
  for (const attack of names) {
    for (const planted of attacks[attack]?.planted ?? []) {
      if (planted.fault.includes(kind)) wanted.push({ ...planted, attack });
    }
  }
  let missed = 0;
  for (const planted of wanted) {
    const started = Date.now();
    const said = await attacked(planted);
    const isFound = said.code === 1 && planted.found.test(said.text);
    // What cannot be tried on this machine does not count as missed.
    const skipped = / {2}(skipped, .*?): -,/.exec(said.text)?.[1];
    if (!isFound && skipped === undefined) missed += 1;
    const seconds = Math.round((Date.now() - started) / 1000);
    const verdict = isFound ? 'found ' : (skipped ?? 'MISSED');
    console.log(`${verdict}  ${planted.attack}: ${planted.fault} (${seconds} s)`);
    if (verdict === 'MISSED')
      console.log(`exit code ${said.code}\n${said.text.trimEnd().replaceAll(/^/gm, '    ')}`);
  }
  console.log(`\n${missed} of ${wanted.length} planted faults were missed`);
  return missed === 0 ? 0 : 1;
}

async function attacked(planted: PlantedIn): Promise<{ code: number | null; text: string }> {
  const { plant, attack, args } = planted;
  if (typeof plant !== 'string' && !(await isBuiltIn(plant.from)))
    return { code: null, text: `The built program has no text ${plant.from}` };
  const script = typeof plant === 'string' ? plant : 'changed-text';
  const fault = new URL(`./faults/${script}.js`, import.meta.url);
  const options = `${process.env.NODE_OPTIONS ?? ''} --import=${fault.href}`.trim();
  const soak = fileURLToPath(new URL('./soak.js', import.meta.url));
  const child = spawn(process.execPath, [soak, attack, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: options,
      TIERSCOPE_STAND_IN_IMPORT: fault.href,
      TIERSCOPE_SOAK_BUILT: '1',
      ...(typeof plant === 'string' ? {} : { TIERSCOPE_SOAK_CHANGE: JSON.stringify(plant) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, text };
}

/** Whether the built program contains the text: a fault that is not planted anywhere would prove nothing. */
async function isBuiltIn(text: string): Promise<boolean> {
  const folder = join(ROOT, 'dist/main');
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.endsWith('.js') && (await readFile(join(folder, name), 'utf8')).includes(text)) return true;
  }
  return false;
}
