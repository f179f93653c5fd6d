import { closeSync } from 'node:fs';
import type { KnownRecord } from '../../app/frame/record.ts';
import { mockScript } from '../../app/recording/mock/mock-script.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText, shownLine } from '../../app/wire/line-text.ts';
import { type OpenedSession, openRecording } from '../recording/opened-recording.ts';
import { type MockOptions, MockServer, type MockStage } from './mock-server.ts';

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const PAGE = 2000;

export type RunMockOptions = MockOptions & {
  readonly path: string;
  /** The session of the file to answer as; undefined takes the only one, or the first. */
  readonly session: string | undefined;
  readonly writeError: (text: string) => void;
};

/** Stands in for a recorded server on this process's stdio; resolves with an exit code when stdin ends. */
export async function runMock(options: RunMockOptions): Promise<number> {
  const opened = await openRecording(options.path, {});
  if (!opened.ok) {
    options.writeError(`${opened.error}\n`);
    return 3;
  }
  const { sessions } = opened.value;
  const chosen = sessions.find((one) => options.session === undefined || one.name === options.session);
  if (chosen === undefined) {
    const names = sessions.map((one) => one.name).join(', ') || 'none';
    options.writeError(`${options.path} has no session ${options.session ?? ''}. It has: ${names}.\n`);
    return 3;
  }
  const server = new MockServer(mockScript(await allRecords(chosen)), options, processStage());
  await eachLine((line) => server.take(line));
  return 0;
}

async function allRecords(session: OpenedSession): Promise<KnownRecord[]> {
  const records: KnownRecord[] = [];
  for (let first = 0; ; first = (records.at(-1)?.seq ?? 0) + 1) {
    const page = await session.store.readRecords(first, Number.MAX_SAFE_INTEGER, PAGE);
    if (page.length === 0) return records;
    records.push(...page);
  }
}

async function eachLine(take: (line: string) => void): Promise<void> {
  const lines = new LineSplitter(MAX_LINE_BYTES);
  for await (const chunk of process.stdin) {
    for (const line of lines.push(chunk as Buffer)) take(shownLine(lineText(line.bytes)));
  }
}

function processStage(): MockStage {
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    closeStdout: () => closeSync(1),
    exit: (exitCode, signal) => {
      if (signal !== null) process.kill(process.pid, signal);
      else process.exit(exitCode);
    },
    later: (work, milliseconds) => void setTimeout(work, milliseconds),
  };
}
