// Each call leaves a file open.
import { openSync } from 'node:fs';
import { atEachCall, isHost } from './planted.js';

if (isHost) atEachCall(() => openSync('/dev/null', 'r'));
