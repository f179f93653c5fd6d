// Loaded into the host before it starts: on a signal it collects garbage and writes its resource use to a file.
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env.TIERSCOPE_SOAK_USE;
if (file !== undefined && process.argv[1]?.endsWith('tierscope.js')) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  let asked = 0;
  process.on('SIGUSR2', () => {
    collect();
    // What one turn of the loop releases is collected by the second.
    setImmediate(() => {
      collect();
      const { heapUsed, external, rss } = process.memoryUsage();
      const resources = process.getActiveResourcesInfo().length;
      asked += 1;
      writeFileSync(`${file}.part`, JSON.stringify({ held: heapUsed + external, resident: rss, resources }));
      renameSync(`${file}.part`, `${file}.${asked}`);
    });
  });
}
