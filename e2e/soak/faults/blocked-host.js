// Each call stops the host for 300 ms.
import { atEachCall, isHost } from './planted.js';

if (isHost) {
  atEachCall(() => {
    for (const until = performance.now() + 300; performance.now() < until; );
  });
}
