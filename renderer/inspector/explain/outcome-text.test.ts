import { describe, expect, test } from 'vitest';
import type { Row } from '../../../app/frame/row.ts';
import { emptyRow } from '../../../app/session/row-reader.ts';
import { nextStep } from './happened-card.tsx';
import { outcomeText } from './outcome-text.ts';
import { whoSeesIt } from './who-boxes.tsx';

const row = (change: Partial<Row>): Row => ({
  ...emptyRow({ seq: 1, at: 0, session: 's1' }, 'frame'),
  ...change,
});

describe('outcomeText', () => {
  test('a time-out is never called an answer of the server', () => {
    const { happened } = outcomeText(row({ outcome: 'timed out', durationMs: 30_000, tier: 'client' }));
    expect(happened).toContain('after 30.0 s');
    expect(happened).toContain('The server sent nothing');
  });

  test('a malformed line is blamed on the side that wrote it', () => {
    expect(outcomeText(row({ outcome: 'malformed', direction: 'client-to-server' })).happened).toContain(
      'The client',
    );
    expect(outcomeText(row({ outcome: 'malformed', direction: 'server-to-client' })).act).toContain('stderr');
  });

  test('a rejected answer is the work of its server, and clients do two things with it', () => {
    const { happened, act } = outcomeText(row({ outcome: 'rejected by the client', tier: 'client' }));
    expect(happened).toMatch(/The server answered.*with an error.*time-out/);
    expect(act).toContain('The author of the server');
  });

  test("an error that the client sends is described as the client's answer", () => {
    const text = outcomeText(
      row({ outcome: 'protocol error', shape: 'error', direction: 'client-to-server' }),
    );
    expect(text.happened).toContain('The client answered');
  });
});

describe('whoSeesIt', () => {
  test('only results reach the model', () => {
    expect(whoSeesIt(row({ tier: 'tool' })).model).toContain('word for word');
    for (const tier of ['protocol', 'client', 'transport'] as const) {
      expect(whoSeesIt(row({ tier })).model).toMatch(/^Nothing/);
    }
    expect(whoSeesIt(row({ tier: 'tool' }), { silent: true }).model).toContain('nothing else');
  });

  test('an answer that breaks JSON-RPC is not called an error that the host got', () => {
    expect(whoSeesIt(row({ tier: 'protocol', shape: 'result' })).wire).toContain('breaks JSON-RPC');
    expect(whoSeesIt(row({ tier: 'protocol', shape: 'error' }), { broken: true }).wire).toContain(
      'breaks JSON-RPC',
    );
  });
});

describe('nextStep', () => {
  const evidence = { code: '-32601', method: 'resources/list', target: '', serverCapabilities: {} };

  test('an unknown method is compared with the declared capabilities', () => {
    expect(nextStep(evidence)).toContain('did not declare resources');
    expect(nextStep({ ...evidence, serverCapabilities: { resources: {} } })).toContain('declared resources');
  });

  test('a code without general advice gives none', () => {
    expect(nextStep({ ...evidence, code: '-31999' })).toBe('');
  });
});
