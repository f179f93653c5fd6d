// Delays every write to a file by half a second.
import { setTimeout as pause } from 'node:timers/promises';
import { atEachWrite, isHost } from './planted.js';

if (isHost) {
  await atEachWrite(async (write, bytes) => {
    await pause(500);
    return write(bytes);
  });
}
