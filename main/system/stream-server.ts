import { PassThrough } from 'node:stream';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import type { LineServer } from './http-line-server.ts';
import { PacedOutput } from './paced-output.ts';

type Closed = { close(): Promise<void> };
/** Starts a server on a pair of streams, as if on stdio. */
export type StreamStart = (stdin: PassThrough, stdout: PacedOutput) => Closed | Promise<Closed>;

const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Adapts a server on a pair of streams to a line server: it calls `write` with each output line. */
export function streamServer(start: StreamStart, write: (line: string) => void): LineServer {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const lines = new LineSplitter(MAX_LINE_BYTES);
  stdout.on('data', (chunk: Buffer) => {
    for (const { bytes } of lines.push(chunk)) write(shownLine(lineText(bytes)));
  });
  const started = Promise.resolve(start(stdin, new PacedOutput(stdout)));
  return {
    take: (line) => void stdin.write(`${line}\n`),
    close: () => {
      void started.then((server) => server.close()).catch(() => undefined);
      stdin.end();
    },
  };
}
