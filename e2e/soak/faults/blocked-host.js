// Each call stops the host for 300 ms of processor time, however little of it a busy machine gives.
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
