import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { SessionEndingReader } from './session-ending.ts';

const place = { seq: 1, at: 0, session: 's1' } as const;
const spawned: KnownRecord = { ...place, type: 'process', event: 'spawned', pid: 7 };
const answer: KnownRecord = { ...place, type: 'frame', direction: 'server-to-client', raw: '{}' };
const closed: KnownRecord = { ...place, type: 'client', event: 'closed', message: 'the tab was closed' };
const stderr = (text: string): KnownRecord => ({ ...place, type: 'stderr', text });
const exited = (end: { exitCode?: number | null; signal?: string }): KnownRecord => ({
  ...place,
  type: 'process',
  event: 'exited',
  ...end,
});

function endingOf(...records: readonly KnownRecord[]) {
  const reader = new SessionEndingReader();
  for (const record of records) reader.ingest(record);
  return reader.ending;
}

describe('how a recorded session ended', () => {
  it('is a crash with its exit code and the last lines of stderr', () => {
    const lines = ['one', 'two', '\u001b[31mthree\u001b[0m', '  ', 'four'].map(stderr);
    expect(endingOf(spawned, answer, ...lines, exited({ exitCode: 3 }))).toEqual({
      ending: 'The server exited with code 3. Its last words on stderr: two · three · four',
      exit: 'exit 3',
    });
  });

  it('is a signal, and says if the server had not written anything', () => {
    expect(endingOf(spawned, exited({ exitCode: null, signal: 'SIGSEGV' }))).toEqual({
      ending: 'The server exited with signal SIGSEGV before it said anything.',
      exit: 'SIGSEGV',
    });
  });

  it('is not reported if the client had asked for it', () => {
    expect(endingOf(spawned, answer, closed, exited({ exitCode: 0 }))).toEqual({ ending: '', exit: '' });
    expect(endingOf(spawned, answer, closed, exited({ signal: 'SIGTERM' })).exit).toBe('');
    expect(endingOf(spawned, answer, closed, exited({ exitCode: 9 })).exit).toBe('exit 9');
  });

  it('is that the server never started, or closed its stdout and lived on', () => {
    expect(
      endingOf({ ...place, type: 'process', event: 'spawn-failed', message: 'no such command' }),
    ).toEqual({
      ending: 'no such command',
      exit: 'not started',
    });
    expect(endingOf(spawned, answer, { ...place, type: 'process', event: 'stdout-closed' }).exit).toBe(
      'stdout closed',
    );
  });

  it('is forgotten when the server is started again', () => {
    expect(endingOf(spawned, exited({ exitCode: 1 }), spawned, answer)).toEqual({ ending: '', exit: '' });
  });
});
