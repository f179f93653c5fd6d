// Foreign text appears in the answers without its bar.
import { inAnswers, isHost } from './planted.js';

if (isHost) inAnswers((line) => line.replaceAll(/ \| /g, ' '));
