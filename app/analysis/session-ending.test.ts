import { describe, expect, it } from 'vitest';
import type { KnownRecord } from '../frame/record.ts';
import { LogAnalyzer } from './log-analyzer.ts';

type Body<Of = KnownRecord> = Of extends KnownRecord ? Omit<Of, 'seq' | 'at' | 'session'> : never;

const spawned: Body = { type: 'process', event: 'spawned', pid: 7 };
const answer: Body = { type: 'frame', direction: 'server-to-client', raw: '{}' };
const closed: Body = { type: 'client', event: 'closed', message: 'the tab was closed' };
const stderr = (text: string): Body => ({ type: 'stderr', text });
const exited = (end: { exitCode?: number | null; signal?: string }): Body => ({
  type: 'process',
  event: 'exited',
  ...end,
});

function endingOf(...bodies: readonly Body[]) {
  const analyzer = new LogAnalyzer();
  for (const [at, body] of bodies.entries())
    analyzer.take({ seq: at + 1, at, session: 's1', ...body } as unknown as KnownRecord);
  return analyzer.session('s1').ending;
}

describe('how a recorded session ended', () => {
  it('is a crash with its exit code and the line of stderr that says most', () => {
    const lines = ['one', '\u001b[31mError: two\u001b[0m', '  ', 'three'].map(stderr);
    expect(endingOf(spawned, answer, ...lines, exited({ exitCode: 3 }))).toEqual({
      ending: 'The server exited with code 3. On stderr: “Error: two”.',
      exit: 'exit 3',
    });
  });

  it('quotes what comes on stderr after the exit too', () => {
    const { ending } = endingOf(spawned, answer, exited({ exitCode: 3 }), stderr('Error: late'));
    expect(ending).toBe('The server exited with code 3. On stderr: “Error: late”.');
  });

  it('is a signal, and says if the server had not written anything', () => {
    expect(endingOf(spawned, exited({ exitCode: null, signal: 'SIGSEGV' }))).toEqual({
      ending: 'The server exited with signal SIGSEGV before it said anything. Nothing on stderr says why.',
      exit: 'SIGSEGV',
    });
  });

  it('is not reported if the client had asked for it, unless native code crashed', () => {
    const nothing = { ending: '', exit: '' };
    expect(endingOf(spawned, answer, closed, exited({ exitCode: 0 }))).toEqual(nothing);
    expect(endingOf(spawned, answer, closed, exited({ signal: 'SIGTERM' }))).toEqual(nothing);
    expect(endingOf(spawned, answer, closed, exited({ exitCode: 9 }))).toEqual(nothing);
    expect(endingOf(spawned, answer, closed, exited({ signal: 'SIGSEGV' })).exit).toBe('SIGSEGV');
  });

  it('is reported without a failure if a signal came from outside', () => {
    expect(endingOf(spawned, answer, exited({ exitCode: 143 }))).toEqual({
      ending: 'A signal from outside ended the server (code 143).',
      exit: '',
    });
  });

  it('is that the server never started, or closed its stdout and lived on', () => {
    expect(endingOf({ type: 'process', event: 'spawn-failed', message: 'no such command' })).toEqual({
      ending: 'no such command',
      exit: 'not started',
    });
    expect(endingOf(spawned, answer, { type: 'process', event: 'stdout-closed' }).exit).toBe('stdout closed');
  });

  it('is forgotten when the server is started again', () => {
    expect(endingOf(spawned, exited({ exitCode: 1 }), spawned, answer)).toEqual({ ending: '', exit: '' });
  });
});
