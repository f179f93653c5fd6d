import { closeSync } from 'node:fs';
import type { KnownRecord } from '../../app/frame/record.ts';
import { mockScript } from '../../app/recording/mock/mock-script.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import { readAnyRecording } from '../recording/import/read-any-recording.ts';
import { type MockOptions, MockServer, type MockStage } from './mock-server.ts';

const MAX_LINE_BYTES = 64 * 1024 * 1024;

export type RunMockOptions = MockOptions & {
  /** A recording of any format that the app can open. */
  readonly path: string;
  /** The session of the file to answer as; null takes the first. */
  readonly session: string | null;
  readonly writeError: (text: string) => void;
};

/**
 * Stands in for a recorded server on this process's stdio. Resolves when stdin has ended and every
 * answer is given; with 3 where the recording cannot be opened or has no such session.
 */
export async function runMock(options: RunMockOptions): Promise<number> {
  const sessions = new Map<string, KnownRecord[]>();
  const read = await readAnyRecording(options.path, { onRecord: (record) => keep(record, sessions) });
  if (!read.ok) {
    options.writeError(`tierscope: ${read.error}\n`);
    return 3;
  }
  const chosen = options.session ?? sessions.keys().next().value ?? '';
  const records = sessions.get(chosen);
  if (records === undefined) {
    const named = options.session === null ? 'session to answer as' : `session "${chosen}"`;
    const there = [...sessions.keys()].join(', ') || 'none';
    options.writeError(`tierscope: ${options.path} has no ${named}. It has: ${there}.\n`);
    return 3;
  }
  const stage = new ProcessStage();
  const server = new MockServer(mockScript(records), options, stage);
  await eachLine((line) => server.take(line));
  await stage.whenIdle();
  return 0;
}

function keep(record: KnownRecord, sessions: Map<string, KnownRecord[]>): void {
  if (record.type === 'mark' || record.type === 'end') return;
  const records = sessions.get(record.session) ?? [];
  records.push(record);
  sessions.set(record.session, records);
}

async function eachLine(take: (line: string) => void): Promise<void> {
  const lines = new LineSplitter(MAX_LINE_BYTES);
  for await (const chunk of process.stdin) {
    for (const line of lines.push(chunk as Buffer)) take(shownLine(lineText(line.bytes)));
  }
  const rest = lines.flush();
  if (rest !== undefined) take(shownLine(lineText(rest.bytes)));
}

/** The mock's effects on its own process. */
class ProcessStage implements MockStage {
  #planned = 0;
  #onIdle: (() => void) | undefined;

  constructor() {
    // A client that is gone reads no answers; the end of stdin tells the rest.
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
  }

  stdout(text: string): void {
    process.stdout.write(text);
  }

  stderr(text: string): void {
    process.stderr.write(text);
  }

  closeStdout(): void {
    closeSync(1);
  }

  exit(exitCode: number, signal: string | null): void {
    // What was written before the crash was read before it, also where a pipe takes its time.
    process.stdout.write('', () => {
      if (signal !== null) process.kill(process.pid, signal);
      else process.exit(exitCode);
    });
  }

  later(work: () => void, milliseconds: number): void {
    this.#planned += 1;
    setTimeout(() => {
      work();
      this.#planned -= 1;
      if (this.#planned === 0) this.#onIdle?.();
    }, milliseconds);
  }

  /** Resolves when nothing is planned any more. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#planned === 0) resolve();
      else this.#onIdle = resolve;
    });
  }
}
