// The page stops for two seconds every now and then: on a busy machine a good part of them is its own.
import { inPage, isHost } from './planted.js';

if (isHost) {
  inPage(
    'setInterval(() => { for (const until = performance.now() + 2000; performance.now() < until; ); }, 4000);',
  );
}
