// The page stops for 700 ms every now and then.
import { inPage, isHost } from './planted.js';

if (isHost) {
  inPage(
    'setInterval(() => { for (const until = performance.now() + 700; performance.now() < until; ); }, 2000);',
  );
}
