// A reader of the fuzz test throws at one line in ten thousand.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

const READERS = '[...READERS, ...NODE_READERS]';
const PLANTED = `${READERS}.map((reader, index) => {
  if (index > 0) return reader;
  let taken = 0;
  return { ...reader, start: () => {
    const reading = reader.start();
    return {
      take: (line, at) => {
        taken += 1;
        if (taken % 10000 === 0) throw new RangeError('planted');
        reading.take(line, at);
      },
      end: () => reading.end?.(),
    };
  } };
})`;

threads.Worker = class extends threads.Worker {
  /** @param {string | URL} file @param {threads.WorkerOptions} [options] */
  constructor(file, options) {
    const path = String(file);
    if (!path.endsWith('soak-fuzz.js')) {
      super(file, options);
      return;
    }
    const source = readFileSync(path, 'utf8');
    if (!source.includes(READERS)) throw new Error('the readers of the fuzz are made in another way now');
    // Beside the original, since it loads files from there.
    const copy = path.replace('soak-fuzz.js', `soak-fuzz-planted-${process.pid}.js`);
    writeFileSync(copy, source.replace(READERS, PLANTED));
    super(copy, options);
    this.once('exit', () => rmSync(copy, { force: true }));
  }
};
syncBuiltinESMExports();
