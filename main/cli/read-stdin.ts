import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/**
 * What comes on a stream, up to its end or to one character more than `most`: so a caller sees that there was more,
 * and a stream that never ends is not waited for. Bytes that are no UTF-8 become replacement characters.
 */
export async function readAtMost(stream: Readable, most: number): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of stream) {
    text += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    // Leaving the loop ends the stream.
    if (text.length > most) return text.slice(0, most + 1);
  }
  return text + decoder.end();
}
