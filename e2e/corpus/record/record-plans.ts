import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DrivenServer } from './driven-server.ts';
import { type Plan, readPlan } from './plan.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');
const CORPUS = join(ROOT, 'e2e/corpus');
const MAX_BYTES = 120_000;
/** Where the servers are installed; plans refer to it as `$LAB`. */
const LAB = process.env.LAB ?? '/srv/lab';

/** Executes each plan and records it in `e2e/corpus`; returns the exit code. Prints what was sent, by seq. */
export async function recordPlans(files: readonly string[]): Promise<number> {
  for (const file of files) await record(readPlan(placed(readFileSync(file, 'utf8'))));
  return 0;
}

/** A plan's text with `$LAB` and `$HOME` replaced by the folders of this machine. */
function placed(text: string): string {
  return text.replaceAll('$LAB', LAB).replaceAll('$HOME', homedir());
}

async function record(plan: Plan): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'tierscope-corpus-'));
  try {
    const tap = [join(ROOT, 'main/bin/tierscope.js'), 'tap', '--label', plan.name, '--data', data];
    const server = new DrivenServer(plan, tap);
    await server.run();
    const [file] = readdirSync(join(data, 'recordings'));
    if (file === undefined) throw new Error(`${plan.name}: the tap left no recording`);
    const text = neutral(plan, readFileSync(join(data, 'recordings', file), 'utf8'));
    if (text.length > MAX_BYTES)
      throw new Error(`${plan.name} has ${text.length} bytes, more than ${MAX_BYTES}`);
    writeFileSync(join(CORPUS, `${plan.name}.tierscope.jsonl`), text);
    console.log(`${plan.name}: ${text.length} bytes`);
    for (const line of listed(text, server)) console.log(`  ${line}`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** The recording without names of this machine; throws if one is left. */
function neutral(plan: Plan, text: string): string {
  let neutralText = text;
  const own: [string, string][] = [
    [LAB, '/srv/lab'],
    [ROOT, '/srv/tierscope'],
    [process.execPath, 'node'],
    [dirname(process.execPath), '/usr/bin'],
  ];
  for (const [found, instead] of [...(plan.neutral ?? []), ...own]) {
    neutralText = neutralText.replaceAll(found, instead);
  }
  for (const word of [`${homedir()}/`, `${tmpdir()}/`, hostname(), '/work/']) {
    // A short host name is part of many words, and of every base64 image.
    const at = word === hostname() ? neutralText.search(`\\b${word}\\b`) : neutralText.indexOf(word);
    if (at >= 0) {
      const near = neutralText.slice(Math.max(0, at - 100), at + 200);
      throw new Error(`${plan.name}: the recording would hold ${word}; name it in "neutral": ${near}`);
    }
  }
  return neutralText;
}

/** Every line sent, with its seq and description. */
function listed(text: string, server: DrivenServer): string[] {
  const left = [...server.sent];
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (!line.includes('"client-to-server"')) continue;
    const { seq } = JSON.parse(line) as { seq: number };
    lines.push(`${seq} ${left.shift()?.what ?? '(not sent by the plan)'}`);
  }
  return lines;
}
