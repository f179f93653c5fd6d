// Each call leaves a timer.
import { atEachCall, isHost } from './planted.js';

if (isHost) atEachCall(() => setTimeout(() => undefined, 1e9));
