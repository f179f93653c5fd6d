import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Direction, KnownRecord } from '../../frame/record.ts';
import { exportSuite, exportVitest } from './export-vitest.ts';
import { pinnedSessions } from './pinned-session.ts';
import { parseSuite } from './suite-file.ts';

type Part = { readonly type?: string; readonly [member: string]: unknown };

/** Records of one session, numbered in order. */
function recorded(...parts: readonly Part[]): KnownRecord[] {
  return parts.map((part, at) => ({ seq: at + 1, at, session: 's1', ...part }) as KnownRecord);
}

function frame(direction: Direction, message: object, more: object = {}): Part {
  return { type: 'frame', direction, raw: JSON.stringify({ jsonrpc: '2.0', ...message }), ...more };
}
const sent = (id: number, method: string, params?: object, more?: object) =>
  frame('client-to-server', { id, method, params }, more);
const call = (id: number, name: string, given: object = {}) =>
  sent(id, 'tools/call', { name, arguments: given, _meta: { progressToken: id } });
const answered = (id: number, members: object) => frame('server-to-client', { id, ...members });
const done = (id: number) => answered(id, { result: { content: [] } });
const failed = (id: number, text: string) =>
  answered(id, { result: { content: [{ type: 'text', text }], isError: true } });
const refused = (id: number, message: string, data?: object) =>
  answered(id, { error: { code: -32602, message, data } });

const SESSION: Part = {
  type: 'session',
  label: 'shop',
  origin: 'connect',
  command: 'node',
  args: ['shop.js'],
};

function only(records: readonly KnownRecord[]) {
  const [session] = pinnedSessions(records);
  if (session === undefined) throw new Error('no session');
  return session;
}

describe('the calls of a session', () => {
  it('are one if method, target, shape of the arguments and end are alike', () => {
    const { calls } = only(
      recorded(
        ...[SESSION, call(1, 'buy', { n: 1 }), done(1), call(2, 'buy', { n: 2 }), done(2)],
        ...[call(3, 'buy', { n: 'x' }), done(3), call(4, 'buy', { n: 4 }), failed(4, 'sold out')],
        ...[call(5, 'sell', { n: 1 }), done(5)],
      ),
    );
    expect(calls.map(({ target, seqs, pin }) => [target, seqs, pin.tier])).toEqual([
      ['buy', [2, 4], 'ok'],
      ['buy', [6], 'ok'],
      ['buy', [8], 'tool'],
      ['sell', [10], 'ok'],
    ]);
    expect(calls[0]?.params).toEqual({ name: 'buy', arguments: { n: 1 } });
  });

  it('are pinned by tier, code, text without what varies, and the members of data', () => {
    const { calls } = only(
      recorded(
        SESSION,
        call(1, 'buy'),
        refused(1, 'No item 17', { item: 17, at: 'x' }),
        call(2, 'buy'),
        refused(2, 'No item 8', { at: 1, item: 2 }),
      ),
    );
    expect(calls.map(({ pin, seqs }) => [pin, seqs.length])).toEqual([
      [{ tier: 'protocol', code: -32602, text: 'No item *', data: ['at', 'item'] }, 2],
    ]);
  });

  it('that cannot be made again are named with the reason', () => {
    const asked = frame('server-to-client', {
      id: 9,
      method: 'elicitation/create',
      params: { message: 'who?' },
    });
    const cancelled = frame('client-to-server', {
      method: 'notifications/cancelled',
      params: { requestId: 2 },
    });
    const { calls, unpinned } = only(
      recorded(
        ...[SESSION, call(1, 'ask'), asked, done(1), call(2, 'slow'), cancelled, call(3, 'open')],
        ...[sent(4, 'tools/list', { cursor: 'abc' }), answered(4, { result: { tools: [] } })],
      ),
    );
    expect(calls).toEqual([]);
    expect(unpinned.map(({ title, why }) => `${title}: ${why}`)).toEqual([
      'tools/call ask: it may have waited for the user: the server sent elicitation/create meanwhile',
      'tools/call slow: it was cancelled',
      'tools/call open: it had no answer when the recording ended',
      'tools/list: its cursor is of that session',
    ]);
  });

  it('that no official client sends go over a pipe, with every byte', () => {
    const raw = { type: 'frame', direction: 'client-to-server', deliberate: true };
    const { calls } = only(
      recorded(
        ...[SESSION, sent(1, 'tools/list', undefined, { deliberate: true }), done(1)],
        ...[
          { ...raw, raw: '{"jsonrpc' },
          { ...raw, rawBase64: btoa('\xff{}') },
        ],
        ...[sent(2, 'tools/call', [1]), refused(2, 'no'), call(3, 'buy'), done(3)],
      ),
    );
    expect(calls.map(({ line, pin }) => [line, pin.tier])).toEqual([
      ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 'ok'],
      ['{"jsonrpc', 'silence'],
      ['⟨FF⟩{}', 'silence'],
      ['{"jsonrpc":"2.0","id":2,"method":"tools/call","params":[1]}', 'protocol'],
      [null, 'ok'],
    ]);
  });

  it('know that the server was restarted, and which of them ended it', () => {
    const exited: Part = { type: 'process', event: 'exited', exitCode: 1 };
    const spawned: Part = { type: 'process', event: 'spawned', pid: 1 };
    const session = only(
      recorded(
        SESSION,
        spawned,
        call(1, 'buy'),
        done(1),
        call(2, 'crash'),
        exited,
        spawned,
        call(3, 'buy'),
        done(3),
      ),
    );
    expect(session.isRestarted).toBe(true);
    expect(session.calls.map(({ target, pin }) => [target, pin.tier])).toEqual([
      ['buy', 'ok'],
      ['crash', 'transport'],
    ]);
  });
});

describe('what a redaction took out', () => {
  const records = recorded(
    { ...SESSION, args: ['shop.js', '--token=<redacted:2>'] },
    ...[
      call(1, 'buy', { key: '<redacted:1>', note: `a \`\${x}\` <redacted:1>` }),
      failed(1, 'bad <redacted:1>'),
    ],
  );
  const content = {
    header: { type: 'header', format: 'tierscope', version: 1, startedAt: '' },
    records,
  } as const;

  it('is read from the environment by a test, which is skipped without it', () => {
    const text = [...exportVitest(content)].join('');
    expect(text).toContain(
      'key: process.env.SECRET_1, note: `a \\`\\$' + '{x}\\` $' + '{process.env.SECRET_1}`',
    );
    expect(text).toContain('`--token=$' + '{process.env.SECRET_2}`');
    expect(text).toContain(
      'test.skipIf(process.env.SECRET_2 === undefined || process.env.SECRET_1 === undefined)',
    );
    expect(text).toContain('like("bad *")');
  });

  it('is left out of the head, which names every program that the file starts', () => {
    const head = [...exportVitest(content)].join('').split('import ', 1)[0];
    expect(head).toMatch(/^\/\/ - "\S+" "shop\.js" `--token=\$\{process\.env\.SECRET_2\}`/m);
  });

  it('is a variable of a suite', () => {
    const suite = parseSuite([...exportSuite(content)].join(''));
    expect(suite).toMatchObject({
      value: {
        variables: ['SECRET_1'],
        entries: [
          {
            ask: { params: { arguments: { key: `\${SECRET_1}` } } },
            expect: { tier: 'tool', text: 'bad *' },
          },
        ],
      },
    });
  });
});

test('each call counts once, however often it is made and in whatever order', () => {
  const kinds = fc.constantFrom('ok', 'tool', 'protocol');
  const made = fc.array(fc.tuple(fc.constantFrom('a', 'b'), kinds, fc.nat(99)), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(made, (list) => {
      const records = list.flatMap(([name, end, n], at) => [
        call(at, name, { n }),
        end === 'ok' ? done(at) : end === 'tool' ? failed(at, `no ${n}`) : refused(at, `no ${n}`),
      ]);
      const { calls, unpinned } = only(recorded(SESSION, ...records));
      const different = new Set(list.map(([name, end]) => `${name} ${end}`));
      expect(calls.map(({ target, pin }) => `${target} ${pin.tier}`)).toEqual([...different]);
      expect(calls.flatMap(({ seqs }) => seqs)).toHaveLength(list.length);
      expect(unpinned).toEqual([]);
    }),
  );
});
