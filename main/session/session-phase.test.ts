import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProtocolClient } from './protocol-client.ts';
import type { ServerLink } from './server-link.ts';
import { IDLE, nextPhase, type PhaseEvent, type SessionPhase } from './session-phase.ts';

const runs = [0, 1, 2].map((number) => ({ running: true, number }) as unknown as ServerLink);
const [run] = runs as [ServerLink];
const client = {} as unknown as ProtocolClient;
const exit = { how: 'code 3', exit: 'exit 3', code: 3, signal: null, stderr: ['Error: out of cheese'] };

function after(...events: readonly PhaseEvent[]): SessionPhase {
  return events.reduce(nextPhase, IDLE);
}

const started = (generation = 0, firstExit = ''): PhaseEvent => ({
  kind: 'started',
  generation,
  run,
  unprobed: '',
  firstExit,
});
const ready: PhaseEvent = { kind: 'ready', run, client };
const leave: PhaseEvent = { kind: 'left', isRunning: true, exit: undefined };

const anyRun = fc.constantFrom(...runs);
const anyEvent: fc.Arbitrary<PhaseEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('started' as const),
    generation: fc.integer({ min: 0, max: 3 }),
    run: anyRun,
    unprobed: fc.constant(''),
    firstExit: fc.constant(''),
  }),
  fc.record({
    kind: fc.constant('left' as const),
    isRunning: fc.boolean(),
    exit: fc.constantFrom(undefined, exit),
  }),
  fc.record({
    kind: fc.constantFrom('exited' as const, 'exited-early' as const),
    run: anyRun,
    exit: fc.constant(exit),
  }),
  fc.record({ kind: fc.constant('ready' as const), run: anyRun, client: fc.constant(client) }),
  fc.record({
    ...{ kind: fc.constant('refused' as const), run: anyRun, failure: fc.constant('no') },
    ...{ error: fc.constant(undefined), isSilent: fc.boolean(), hasAnswered: fc.boolean() },
    lost: fc.constant(undefined),
    stderr: fc.constant([]),
  }),
  fc.record({
    kind: fc.constant('strayed' as const),
    run: anyRun,
    stray: fc.constant({ count: 1, first: 'x' }),
  }),
  fc.record({ kind: fc.constant('stdout-closed' as const), run: anyRun }),
  fc.record({ kind: fc.constant('defect' as const), run: anyRun, error: fc.constant('no') }),
  fc.record({ kind: fc.constant('spawned' as const), run: anyRun, pid: fc.nat() }),
);

describe('the phase of a session', () => {
  test('goes from its start to ready, and to failed when its server exits', () => {
    expect(after(started(), ready)).toMatchObject({ kind: 'ready', status: { state: 'ready' } });
    expect(
      after(started(), { kind: 'spawned', run, pid: 7 }, ready, { kind: 'exited', run, exit }),
    ).toMatchObject({
      kind: 'failed',
      status: {
        state: 'failed',
        pid: null,
        exit: 'exit 3',
        ending: 'The server exited with code 3.',
        failure: { wasReady: true, cause: 'Error: out of cheese', variable: '', detail: '' },
      },
    });
  });

  test('is closed, and nothing has failed, when a signal from outside ends its server', () => {
    const killed = { ...exit, exit: 'SIGTERM', code: null, signal: 'SIGTERM' };
    expect(after(started(), ready, { kind: 'exited', run, exit: killed }).status).toMatchObject({
      state: 'closed',
      ending: 'A signal from outside ended the server (SIGTERM).',
      failure: null,
    });
  });

  test('waits for the handshake when the server exits during it', () => {
    const waiting = after(started(0, 'code 3'), { kind: 'exited', run, exit });
    expect(waiting).toMatchObject({ kind: 'starting', status: { state: 'starting', pid: null } });
    const { ending, failure } = nextPhase(waiting, { kind: 'exited-early', run, exit }).status;
    expect(ending).toBe('The server exited with code 3 before the handshake was done.');
    expect(failure).toMatchObject({
      wasReady: false,
      cause: 'Error: out of cheese',
      detail: expect.stringMatching(/^It was started twice.*the same way/),
    });
  });

  test('keeps what it shows while it is left, and is closed once the server has exited', () => {
    const leaving = after(started(), ready, leave);
    expect(leaving).toMatchObject({ kind: 'leaving', generation: 1, status: { state: 'ready' } });
    expect(nextPhase(leaving, { kind: 'exited', run, exit })).toMatchObject({
      kind: 'closed',
      status: { state: 'closed', ending: 'Disconnected. The server ended with code 3.' },
    });
  });

  test('is closed at once if it is left between an exit and the end of the handshake', () => {
    const phase = after(started(), { kind: 'exited', run, exit }, { kind: 'left', isRunning: false, exit });
    expect(phase).toMatchObject({ kind: 'closed', status: { state: 'closed', exit: 'exit 3' } });
  });

  test('reports a closed stdout and the exit after it', () => {
    const { status } = after(started(), ready, { kind: 'stdout-closed', run }, { kind: 'exited', run, exit });
    expect(status.ending).toMatch(/^The server closed its stdout .* The server exited with code 3\./);
  });

  const refused = {
    ...({ kind: 'refused', run, failure: 'No answer within 60 s.' } as const),
    ...{ stderr: [], hasAnswered: false, lost: undefined },
  };

  test('names the error of a refusal, says who closed, and keeps both over the exit that follows', () => {
    const error = { code: -32603, codeText: '-32603', message: 'License expired', data: undefined };
    const { status } = after(
      started(),
      { ...refused, failure: 'MCP error -32603: License expired', error, isSilent: false },
      { kind: 'exited', run, exit },
    );
    expect(status).toMatchObject({
      ...{ state: 'failed', pid: null, exit: 'refused' },
      ending: 'The server refused the handshake. Tierscope then closed it.',
      failure: { wasReady: false, cause: '-32603 License expired' },
    });
  });

  test('counts stray lines while it starts, and blames them if no answer comes', () => {
    const stray = { count: 46, first: 'Listening on :3000' };
    const starting = after(started(), { kind: 'strayed', run, stray });
    expect(starting.status.stray).toEqual(stray);
    expect(nextPhase(starting, ready).status.stray).toBeNull();
    expect(nextPhase(starting, { ...refused, error: undefined, isSilent: true }).status).toMatchObject({
      exit: 'no answer',
      ending: '46 lines on stdout, none of them JSON-RPC. Tierscope stopped it.',
      failure: { cause: 'Listening on :3000', todo: expect.stringContaining('console.error') },
    });
    expect(after(started(), { ...refused, error: undefined, isSilent: true }).status.ending).toBe(
      'No answer within 60 s. Tierscope stopped it.',
    );
  });

  test('is not changed by anything of another run', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 8 }), anyEvent, (events, late) => {
        const phase = after(...events);
        fc.pre(late.kind !== 'left' && late.kind !== 'started');
        fc.pre(phase.kind === 'idle' || ('run' in late && late.run !== phase.run));
        expect(nextPhase(phase, late)).toBe(phase);
      }),
    );
  });

  test('is not changed by a start of an older generation, and its generation never falls', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        let phase: SessionPhase = IDLE;
        for (const event of events) {
          const next = nextPhase(phase, event);
          expect(next.generation).toBeGreaterThanOrEqual(phase.generation);
          if (event.kind === 'started' && event.generation !== phase.generation) expect(next).toBe(phase);
          phase = next;
        }
      }),
    );
  });

  test('once left, becomes ready only by another start', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        const late = events.filter(({ kind }) => kind !== 'started');
        expect(late.reduce(nextPhase, after(started(), leave)).kind).not.toBe('ready');
        expect(late.reduce(nextPhase, after(started(), ready, leave)).kind).not.toBe('ready');
      }),
    );
  });

  test('is named by its status: ready and closed are so in both', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        const { kind, status } = after(...events);
        if (kind !== 'leaving' && kind !== 'idle') expect(status.state).toBe(kind);
      }),
    );
  });

  test('keeps what is said of a defect of this app, whatever exit follows it', () => {
    const defect: PhaseEvent = { kind: 'defect', run, error: 'TypeError: no such member' };
    const { status } = after(started(), ready, defect, { kind: 'exited', run, exit });
    expect(status).toMatchObject({ state: 'failed', pid: null, exit: 'defect of Tierscope' });
    expect(status.ending).toContain('TypeError: no such member');
    expect(status.ending).not.toContain('exit code 3');
  });
});
