// The page blocks for two seconds now and then: even on a busy machine, much of that is its own CPU time.
import { inPage, isHost } from './planted.js';

if (isHost) {
  inPage(
    'setInterval(() => { for (const until = performance.now() + 2000; performance.now() < until; ); }, 4000);',
  );
}
