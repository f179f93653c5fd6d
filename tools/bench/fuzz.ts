import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { FrameRecord } from '../../app/frame/record.ts';
import { allHosts } from '../../app/hosts/all-hosts.ts';
import { readLine } from '../../app/recording/read-line.ts';
import { READERS, type Reader, reader } from '../../app/report/testing/every-reader.ts';
import { type FuzzFault, fuzzBatch, LONGEST_MS } from '../../app/report/testing/fuzz-batch.ts';
import { FuzzSource } from '../../app/report/testing/fuzz-source.ts';
import { yamlTool } from '../../main/profiles/yaml-tool.ts';
import { yamlToJson } from '../../main/recording/import/yaml-to-json.ts';
import { splitCommandLine } from '../../main/session/command-line.ts';

const jobSchema = z.object({
  seed: z.number(),
  lines: z.number(),
  limitMs: z.number(),
  recordings: z.array(z.string()),
});

const BATCH = 64;
const MAX_FAULTS = 20;
const REPORT_MS = 1000;

const HOSTS = allHosts(yamlTool);
const PLACE = { platform: 'linux', home: '/home/ann', env: {}, project: '/srv/weigh' };

/** Those that need a package of Node's side. */
const NODE_READERS: readonly Reader[] = [
  reader('YAML', ['yaml'], ({ text }) => {
    yamlToJson(text);
    yamlTool.read(text);
    yamlTool.set(text, ['extensions', 'weigh'], { type: 'stdio' });
  }),
  reader("hosts' files", ['yaml', 'profile'], ({ text }) => {
    for (const host of HOSTS) for (const file of host.files(PLACE)) host.read(text, file);
  }),
  reader('command line of a profile', ['command line', 'query'], ({ text }) => {
    splitCommandLine(text, 'linux');
    splitCommandLine(text, 'win32');
  }),
];

/**
 * A worker thread of the soak run: gives lines of one seed to every reader until there were enough of them, or until
 * its time is over. Posts what was read, once a second and at its end.
 */
function main(): void {
  const { seed, lines, limitMs, recordings } = jobSchema.parse(workerData);
  const source = new FuzzSource(seed, recordings.flatMap(framesIn));
  const readers = [...READERS, ...NODE_READERS];
  const counts = new Map<string, number>();
  const faults: FuzzFault[] = [];
  let slowest = { ms: 0, reader: '', line: '' };
  let done = 0;
  const post = (isEnd: boolean): void => {
    parentPort?.postMessage({ isEnd, lines: done, counts: Object.fromEntries(counts), faults, slowest });
  };
  const until = performance.now() + limitMs;
  let posted = performance.now();
  while (done < lines && performance.now() < until && faults.length < MAX_FAULTS) {
    const size = Math.min(BATCH, lines - done);
    const outcome = fuzzBatch(source.batch(size), readers, () => performance.now(), threadMs);
    for (const [name, count] of outcome.counts) counts.set(name, (counts.get(name) ?? 0) + count);
    faults.push(...outcome.faults);
    if (outcome.slowest.ms > slowest.ms) slowest = outcome.slowest;
    if (outcome.slowest.ms > LONGEST_MS) {
      const what = `took ${Math.round(outcome.slowest.ms)} ms`;
      faults.push({ ...outcome.slowest, what });
    }
    done += size;
    if (performance.now() - posted < REPORT_MS) continue;
    posted = performance.now();
    post(false);
  }
  post(true);
}

/** Milliseconds that this thread has had a processor, where the system tells; else milliseconds of the clock. */
function threadMs(): number {
  try {
    // Linux: nanoseconds on a processor, nanoseconds in wait for one, and how often it had its turn (proc(5)).
    const [ran] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1);
    return Number(ran) / 1e6;
  } catch {
    return performance.now();
  }
}

function framesIn(file: string): FrameRecord[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const read = line === '' ? undefined : readLine(line, []);
      return read?.kind === 'record' && read.record.type === 'frame' ? [read.record] : [];
    });
}

main();
