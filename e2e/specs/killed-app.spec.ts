import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { type KilledApp, killedApp } from '../pages/killed-app.ts';
import { killedTap } from '../pages/killed-tap.ts';
import { runProgram } from '../pages/run-program.ts';

// Needs no browser: the host without a screen records, and is killed while its server is sending.

const KILLS = process.env.TIERSCOPE_WHOLE === '1' ? 52 : 12;
const AT_ONCE = 2;
/** How much a killed app may have held back, in milliseconds. */
const LAST_MS = 100;
/** The kills are spread over this time, each at a random moment of its part; every fifth during the start. */
const LATEST_MS = 600;

let folder = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-killed-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const killings = { app: killedApp, 'tap of an address': killedTap };
for (const [killed, kill] of Object.entries(killings))
  test(`the ${killed}, killed at any moment, leaves a recording that lacks its last 100 ms at the most`, {
    tag: ['@core', '@whole-too'],
  }, async () => {
    // In full it takes 20 seconds; a busy machine needs many to start an app.
    test.setTimeout(480_000);
    const kills: KilledApp[] = [];
    let started = 0;
    const worker = async (): Promise<void> => {
      while (started < KILLS) {
        const afterMs = (LATEST_MS * (started + Math.random())) / KILLS;
        started += 1;
        kills.push(await kill(join(folder, `${killed} ${started}`), afterMs, started % 5 === 0));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(kills.flatMap(({ faults }) => faults)).toEqual([]);
    expect(kills.filter(({ lostMs }) => lostMs > LAST_MS)).toEqual([]);
    // The kills hit the app while it starts, during the handshake, and while it records.
    expect(kills.filter(({ read }) => read > 20).length).toBeGreaterThan(KILLS / 3);
    const files = kills.flatMap(({ file }) => (file === undefined ? [] : [file]));
    expect(files.length).toBeGreaterThan(KILLS / 2);
    const report = await runProgram(['report', ...files, '--format', 'json']);
    expect(report.stderr).not.toContain('cannot be opened');
    expect(JSON.parse(report.stdout.toString()).recordings).toHaveLength(files.length);
  });
