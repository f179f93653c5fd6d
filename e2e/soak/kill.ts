import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../app/report/testing/fuzzed-lines.ts';
import { type KilledApp, killedApp } from '../pages/killed-app.ts';
import { type Attack, number, type Outcome, type SoakRun, scaled } from './attack.ts';

const KILLS = 200;
const AT_ONCE = 2;
const LAST_MS = 100;
const LATEST_MS = 600;

/** The app is killed at a random moment while its server is sending; its recording is then read. */
export const kill: Attack = {
  run: killed,
  planted: [
    {
      fault: 'writes that wait for 500 ms',
      plant: 'slow-writes',
      args: ['--scale', '0.05'],
      found: /recordings lack more than 100 ms/,
    },
  ],
};

async function killed(run: SoakRun): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-soak-kill-'));
  const random = seededRandom(run.seed);
  const wanted = scaled(run, KILLS);
  const kills: KilledApp[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < wanted) {
      started += 1;
      kills.push(await killedApp(join(folder, String(started)), LATEST_MS * random()));
      if (kills.length % 20 === 0) run.note(`${kills.length} of ${wanted} kills`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await rm(folder, { recursive: true, force: true });
  const lost = kills.map(({ lostMs }) => lostMs).sort((a, b) => a - b);
  const ages = kills.map(({ ageMs }) => ageMs).sort((a, b) => a - b);
  const late = lost.filter((ms) => ms > LAST_MS);
  const failures = kills.flatMap(({ faults }) => faults);
  if (late.length > 0)
    failures.push(`${late.length} of ${wanted} recordings lack more than ${LAST_MS} ms: ${late.join(', ')}`);
  const opened = kills.filter(({ read }) => read > 0).length;
  run.note(`${opened} recordings with lines of the server; of the time that the app had: ${spread(lost)}`);
  run.note(`by the clock, whether or not the app had a turn: ${spread(ages)}`);
  return { count: `${wanted} kills`, worst: `${number(lost.at(-1) ?? 0)} ms lost`, failures };
}

/** The spread of ascending figures. */
function spread(figures: readonly number[]): string {
  const at = (share: number): string => number(figures[Math.floor(share * (figures.length - 1))] ?? 0);
  return `median ${at(0.5)} ms lost, one of twenty ${at(0.95)} ms or more, at most ${at(1)} ms`;
}
