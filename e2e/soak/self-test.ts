import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ROOT } from './attack.ts';

/** A fault that is planted in the app, and the sentence of the attack that must find it. */
type Planted = {
  readonly attack: string;
  readonly fault: string;
  /** The script that plants it, in faults/. */
  readonly script: string;
  /** What of the attack is enough to find it. */
  readonly args: readonly string[];
  readonly found: RegExp;
};

const PLANTED: readonly Planted[] = [
  {
    attack: 'loopback',
    fault: 'no check of the origin of a WebSocket',
    script: 'no-origin-check',
    args: [],
    found: /WebSocket of https:\/\/evil\.example: was answered with 101/,
  },
  {
    attack: 'links',
    fault: 'a file written through one link',
    script: 'followed-link',
    args: ['--kind', 'a link to a file at running.json'],
    found: /running\.json: a file outside of the data folder was changed/,
  },
  {
    attack: 'disk',
    fault: 'one record dropped',
    script: 'dropped-record',
    args: [],
    found: /frame 300 is missing, and 301 follows/,
  },
  {
    attack: 'kill',
    fault: 'writes that wait for 500 ms',
    script: 'slow-writes',
    args: ['--scale', '0.05'],
    found: /recordings lack more than 100 ms/,
  },
  {
    attack: 'hostile',
    fault: 'one text set as markup',
    script: 'inner-html',
    args: ['--scale', '0.02'],
    found: /the page threw: .*TrustedHTML/,
  },
  {
    attack: 'hostile',
    fault: 'the same without the policy of the page',
    script: 'inner-html-without-policy',
    args: ['--scale', '0.02'],
    found: /a text of the server ran in the page/,
  },
  {
    attack: 'floods',
    fault: 'a host that stops for 300 ms',
    script: 'blocked-host',
    args: ['--kind', 'roots requests'],
    found: /roots requests: host [3-9]\d\d ms/,
  },
  {
    attack: 'floods',
    fault: 'a page that stops for two seconds',
    script: 'blocked-page',
    args: ['--kind', 'roots requests'],
    found: /roots requests: host \d+ ms, page ([5-9]\d\d|\d,\d{3}) ms/,
  },
  {
    attack: 'leaks',
    fault: 'a kilobyte kept of each call',
    script: 'kept-array',
    args: ['--scale', '0.03'],
    found: /calls: what the app holds grew by/,
  },
  {
    attack: 'leaks',
    fault: 'a file left open by each call',
    script: 'kept-handle',
    args: ['--scale', '0.003'],
    found: /calls: \d+ open handles became/,
  },
  {
    attack: 'leaks',
    fault: 'a timer left by each call',
    script: 'kept-timer',
    args: ['--scale', '0.003'],
    found: /calls: \d+ open handles became/,
  },
  {
    attack: 'fuzz',
    fault: 'a reader that throws at one line of ten thousand',
    script: 'throwing-reader',
    args: ['--scale', '0.005', '--seed', '1'],
    found: /RangeError: planted/,
  },
];

/** Plants each fault for one run of its attack, which has to find it. Gives the exit code. */
export async function runSelfTest(attacks: readonly string[], kind: string): Promise<number> {
  const wanted = PLANTED.filter(({ attack, fault }) => attacks.includes(attack) && fault.includes(kind));
  let missed = 0;
  for (const planted of wanted) {
    const started = Date.now();
    const said = await attacked(planted);
    const isFound = said.code === 1 && planted.found.test(said.text);
    // What cannot be tried on this machine is not missed.
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

async function attacked(planted: Planted): Promise<{ code: number | null; text: string }> {
  const fault = new URL(`./faults/${planted.script}.js`, import.meta.url);
  const options = `${process.env.NODE_OPTIONS ?? ''} --import=${fault.href}`.trim();
  const soak = fileURLToPath(new URL('./soak.js', import.meta.url));
  const child = spawn(process.execPath, [soak, planted.attack, ...planted.args], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: options, TIERSCOPE_SOAK_BUILT: '1' },
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
