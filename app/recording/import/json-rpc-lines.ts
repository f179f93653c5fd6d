import { isJsonObject, parseJson } from '../../base/json-value.ts';
import { frameEntry } from './entry.ts';
import type { FileHead } from './file-head.ts';
import { type LineFormat, NO_PROCESS, NO_STDERR } from './foreign-format.ts';
import { DirectionGuess } from './guess-direction.ts';

/** One JSON-RPC message, or batch, per line and nothing else. */
export const jsonRpcLines: LineFormat = {
  kind: 'lines',
  title: 'JSON-RPC lines',
  notes: [
    'The file has no times: all frames are shown at the same moment, in the order of the file.',
    'The file does not say who sent a message: directions are guessed from methods and ids.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognises: (head) => head.lines.some(isMessage),
  start: () => {
    const guess = new DirectionGuess();
    return ({ text }) => frameEntry(guess.next(text), text);
  },
};

function isMessage(line: FileHead['lines'][number]): boolean {
  if (!/^\s*[[{]/.test(line)) return false;
  return [parseJson(line)].flat().some((item) => isJsonObject(item) && item.jsonrpc === '2.0');
}
