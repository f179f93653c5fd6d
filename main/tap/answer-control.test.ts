import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnswerOrder, MAX_HELD } from '../../app/contract/answer-control.ts';
import { AnswerControl } from './answer-control.ts';
import type { TapNote } from './tap-message.ts';

const HOLD_ANY: AnswerOrder = { target: { kind: 'any' }, when: { kind: 'next' }, action: { kind: 'hold' } };
const holdTool = (name: string): AnswerOrder => ({ ...HOLD_ANY, target: { kind: 'tool', name } });
const app = {};

/** A control between a text client and a text server, with a clock that only moves manually. */
function controlled() {
  let clock = 1000;
  const timers: { at: number; work: () => void }[] = [];
  const sent: Buffer[] = [];
  const notes: TapNote[] = [];
  const control = new AnswerControl({
    note: (note) => void notes.push(note),
    now: () => clock,
    wallClock: () => clock,
    later: (ms, work) => {
      const timer = { at: clock + ms, work };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    onChange: () => undefined,
  });
  const channel = control.channel({
    send: (bytes, note) => {
      sent.push(Buffer.from(bytes));
      if (note !== undefined) notes.push(note);
    },
  });
  return {
    control,
    notes,
    text: () => Buffer.concat(sent).toString(),
    calls: (id: number | string, name: string) =>
      channel.fromClient(line({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })),
    client: (text: string) => channel.fromClient(Buffer.from(text)),
    server: (text: string) => channel.fromServer(Buffer.from(text)),
    pass: (ms: number) => {
      clock += ms;
      for (const timer of timers.filter(({ at }) => at <= clock)) timer.work();
    },
  };
}

const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
const answerTo = (id: number | string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[]}}\n`;

describe('a held answer', () => {
  test('waits alone: what comes later overtakes it', () => {
    const { control, server, calls, text } = controlled();
    control.arm(app, holdTool('search'));
    calls(1, 'search');
    calls(2, 'echo');
    server(answerTo(1) + answerTo(2));
    expect(text()).toBe(answerTo(2));
    expect(control.state.held).toMatchObject([
      { heldId: 'h2', requestId: '1', target: 'search', since: 1000 },
    ]);
    expect(control.state.orders).toEqual([]);
    control.end('h2', { kind: 'unchanged' });
    expect(text()).toBe(answerTo(2) + answerTo(1));
  });

  test('can be edited to any one line, and keeps the end of its own', () => {
    const { control, server, text, notes } = controlled();
    control.arm(app, HOLD_ANY);
    server('{"jsonrpc":"2.0","id":1,"result":{}}\r\n');
    expect(control.textOf('h2')).toEqual({
      ok: true,
      value: { text: '{"jsonrpc":"2.0","id":1,"result":{}}', isUtf8: true },
    });
    control.end('h2', { kind: 'edited', text: 'no JSON' });
    expect(text()).toBe('no JSON\r\n');
    expect(notes).toMatchObject([
      {
        change: { by: 'tierscope', how: 'edited', requestId: 1 },
        original: { raw: '{"jsonrpc":"2.0","id":1,"result":{}}\r' },
      },
    ]);
  });

  test('that is sent with its own text was not edited', () => {
    const { control, server, notes } = controlled();
    control.arm(app, HOLD_ANY);
    server(answerTo(1));
    control.end('h2', { kind: 'edited', text: answerTo(1).trim() });
    expect(notes[0]).toMatchObject({ change: { how: 'held' } });
    expect(notes[0]).not.toHaveProperty('original');
  });

  test('becomes an error of either tier under the id that the wire shows', () => {
    const { control, server, text, pass, notes } = controlled();
    for (const id of ['9007199254740993', '"a\\u0062"']) {
      control.arm(app, HOLD_ANY);
      server(`{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete"}}\n`);
    }
    pass(4200);
    const [first, second] = control.state.held;
    control.end(first?.heldId ?? '', {
      kind: 'protocol-error',
      code: -32603,
      message: 'gone',
      data: { a: 1 },
    });
    control.end(second?.heldId ?? '', { kind: 'tool-error', text: 'no luck', structuredContent: { b: 2 } });
    expect(text()).toBe(
      '{"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32603,"message":"gone","data":{"a":1}}}\n' +
        '{"jsonrpc":"2.0","id":"ab","result":{"resultType":"complete","content":[{"type":"text","text":"no luck"}],"structuredContent":{"b":2},"isError":true}}\n',
    );
    expect(notes.map(({ label }) => label)).toEqual([
      'The answer to a request from before the order (id 9007199254740993) was held for 4.2 s and turned into the protocol error -32603.',
      'The answer to a request from before the order (id "ab") was held for 4.2 s and turned into a tool error.',
    ]);
  });

  test('that is never sent leaves its text in the recording', () => {
    const { control, server, calls, text, notes } = controlled();
    control.arm(app, holdTool('search'));
    calls('x', 'search');
    server(answerTo('x'));
    expect(control.end('h2', { kind: 'never-answer' }).ok).toBe(true);
    expect(text()).toBe('');
    expect(notes).toEqual([
      {
        label: 'The answer to search (id "x") was held for 0.0 s and never sent to the client.',
        change: { by: 'tierscope', how: 'never-answered', requestId: 'x', heldMs: 0 },
        original: { raw: answerTo('x').trim() },
      },
    ]);
    expect(control.end('h2', { kind: 'unchanged' })).toMatchObject({ ok: false });
  });

  test('shows that the client has cancelled its request', () => {
    const { control, server, client } = controlled();
    control.arm(app, HOLD_ANY);
    server(answerTo(5));
    client('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}\n');
    expect(control.state.held).toMatchObject([{ isCancelled: true }]);
  });

  test('is one of a number that has a limit: further ones pass, and the recording says so', () => {
    const { control, server, text, notes } = controlled();
    const every = { ...HOLD_ANY, when: { kind: 'every', nth: 1 } } as const;
    control.arm(app, every);
    for (let id = 1; id <= MAX_HELD + 1; id += 1) server(answerTo(id));
    expect(control.state.held).toHaveLength(MAX_HELD);
    expect(text()).toBe(answerTo(MAX_HELD + 1));
    expect(notes[0]?.label).toMatch(/passed, because 32 others/);
  });
});

describe('an order', () => {
  test('for a tool leaves alone what is no answer to a call of it', () => {
    const { control, server, calls, client, text } = controlled();
    control.arm(app, holdTool('search'));
    calls(1, 'echo');
    client('{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"search"}}\n');
    const traffic = `${answerTo(1)}${answerTo(2)}{"jsonrpc":"2.0","id":3,"method":"roots/list"}\nno JSON\n[${answerTo(4).trim()}]\n`;
    server(traffic);
    expect(text()).toBe(traffic);
  });

  test('does not know a request from before it, or one that it saw begin halfway', () => {
    const { control, server, client, calls, text } = controlled();
    calls(1, 'search');
    client('{"jsonrpc":"2.0","id":2,"method":"tools/call",');
    control.arm(app, holdTool('search'));
    client('"params":{"name":"search"}}\n');
    server(answerTo(1) + answerTo(2));
    expect(text()).toBe(answerTo(1) + answerTo(2));
    calls(3, 'search');
    server(answerTo(3));
    expect(control.state.held).toHaveLength(1);
  });

  test('can turn every nth answer, until it is taken back', () => {
    const { control, server, text } = controlled();
    const action = { kind: 'protocol-error', code: -32000, message: 'no' } as const;
    control.arm(app, { target: { kind: 'any' }, when: { kind: 'every', nth: 3 }, action });
    for (let id = 1; id <= 6; id += 1) server(answerTo(id));
    const failed = text()
      .split('\n')
      .filter((one) => one.includes('-32000'));
    expect(failed.map((one) => JSON.parse(one).id)).toEqual([3, 6]);
    expect(control.state.orders).toMatchObject([{ orderId: 'o1', seen: 6 }]);
    control.disarm('o1');
    const before = text();
    for (let id = 7; id <= 9; id += 1) server(answerTo(id));
    expect(text().slice(before.length)).not.toContain('-32000');
    expect(control.disarm('o1')).toMatchObject({ ok: false });
  });

  test('can delay an answer, which then leaves by itself', () => {
    const { control, server, text, pass, notes } = controlled();
    control.arm(app, { ...HOLD_ANY, action: { kind: 'delay', ms: 2000 } });
    server(answerTo(1));
    pass(1999);
    expect([text(), control.state.held[0]?.until]).toEqual(['', 3000]);
    pass(1);
    expect(text()).toBe(answerTo(1));
    expect(notes).toMatchObject([{ change: { how: 'delayed', heldMs: 2000 } }]);
  });
});

describe('everything is let go, in the order in which it came', () => {
  const two = () => {
    const made = controlled();
    made.control.arm(app, HOLD_ANY);
    made.control.arm(app, { ...HOLD_ANY, action: { kind: 'delay', ms: 500 } });
    made.control.arm({}, { ...HOLD_ANY, target: { kind: 'tool', name: 'other' } });
    made.server(answerTo(1) + answerTo(2));
    expect(made.text()).toBe('');
    return made;
  };

  test('when its owner leaves, whose other orders end too', () => {
    const { control, text } = two();
    control.leave(app);
    expect(text()).toBe(answerTo(1) + answerTo(2));
    expect(control.state).toMatchObject({ orders: [{ order: { target: { name: 'other' } } }], held: [] });
  });

  test('when the server ends, before the rest of its bytes', () => {
    const { control, text, server, notes, pass } = two();
    server('{"cut');
    control.serverEnded();
    expect(text()).toBe(`${answerTo(1) + answerTo(2)}{"cut`);
    expect(notes[0]?.label).toMatch(/let go as it came, because the server has ended\.$/);
    expect(control.arm(app, HOLD_ANY)).toMatchObject({ ok: false });
    pass(1000);
    expect(text()).toBe(`${answerTo(1) + answerTo(2)}{"cut`);
  });

  test('when the user says so', () => {
    const { control, text } = two();
    control.letAllGo();
    expect([text(), control.state]).toEqual([answerTo(1) + answerTo(2), { orders: [], held: [] }]);
  });
});

test('whatever is ordered and let go at any moment, each answer leaves once and the rest in order', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ bytes: fc.integer({ min: 1, max: 60 }) }) },
    { weight: 1, arbitrary: fc.constantFrom('hold', 'every', 'go', 'leave') },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { control, server, text } = controlled();
      const stream = Array.from({ length: 20 }, (_, id) => answerTo(id)).join('');
      let at = 0;
      for (const one of steps) {
        if (typeof one === 'object') {
          server(stream.slice(at, at + one.bytes));
          at += one.bytes;
        } else if (one === 'hold') control.arm(app, HOLD_ANY);
        else if (one === 'every') control.arm(app, { ...HOLD_ANY, when: { kind: 'every', nth: 2 } });
        else if (one === 'go') control.letAllGo();
        else control.leave(app);
      }
      server(stream.slice(at));
      control.serverEnded();
      expect(text().split('\n').sort()).toEqual(stream.split('\n').sort());
    }),
  );
});
