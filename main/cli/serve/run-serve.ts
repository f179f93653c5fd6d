import type { Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { foreignText } from '../../../app/base/foreign-text.ts';
import { ownStdin } from '../../system/own-stdin.ts';
import { PacedOutput } from '../../system/paced-output.ts';
import { ServeAnswers, type ServeOptions } from './serve-answers.ts';
import { type ServeProgram, serveServer } from './serve-server.ts';
import { strictTransport } from './strict-transport.ts';

export type RunServeOptions = ServeOptions & ServeProgram & { readonly writeError: (text: string) => void };

/** `tierscope serve`: answers an agent on this process's stdio, in either era. Resolves with 0 when stdin has ended. */
export async function runServe({ writeError, ...options }: RunServeOptions): Promise<number> {
  // A client that is gone reads no answers; the end of stdin says the rest.
  process.stdout.on('error', () => undefined);
  const stdin = ownStdin();
  const stdout = new PacedOutput(process.stdout);
  const ended = new Promise((resolve) => stdin.once('end', resolve));
  const handle = serveOn(new StdioServerTransport(stdin, stdout), options, (error) =>
    writeError(`tierscope serve: ${foreignText(error.message)}\n`),
  );
  await ended;
  await handle.close();
  return 0;
}

/** Answers an agent on a transport, in either era, until it is closed. */
export function serveOn(
  transport: Transport,
  options: ServeOptions & ServeProgram,
  onerror: (error: Error) => void,
) {
  const answers = new ServeAnswers(options);
  return serveStdio(() => serveServer(answers, options), { transport: strictTransport(transport), onerror });
}
