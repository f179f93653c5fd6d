// Each call leaves a kilobyte behind.
import { atEachCall, isHost } from './planted.js';

/** @type {number[][]} */
const kept = [];
if (isHost) atEachCall(() => kept.push(Array.from({ length: 128 }, (_, index) => index)));
