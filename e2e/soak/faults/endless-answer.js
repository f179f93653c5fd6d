// A text of the answer has no end mark.
import { inAnswers, isHost } from './planted.js';

if (isHost) inAnswers((line) => line.replace('"text":"', `"text":"${'x'.repeat(100_000)}`));
