// Each call blocks the host for 300 ms of CPU time, however little a busy machine provides.
import { atEachCall, isHost } from './planted.js';

if (isHost) {
  atEachCall(() => {
    const used = process.cpuUsage();
    for (let own = 0; own < 300_000; ) {
      const { user, system } = process.cpuUsage(used);
      own = user + system;
    }
  });
}
