import { Seeded } from '../../app/checks/probe/plan.ts';
import type { FrameRecord } from '../../app/frame/record.ts';

/** What may come next in mixed traffic, and how often in 10,000 frames; a call is a request and its end. */
const MIX = {
  good: 3065,
  toolError: 140,
  protocolError: 270,
  /** Cancelled by the client, and never answered. */
  cancelled: 230,
  progress: 500,
  message: 1900,
  noJson: 190,
};
type Step = keyof typeof MIX;
type Ending = Exclude<Step, 'progress' | 'message' | 'noJson'>;
type Call = { readonly id: number | string; readonly ending: Ending; progress: number };

const STEPS = Object.entries(MIX) as [Step, number][];
const ALL_STEPS = STEPS.reduce((sum, [, often]) => sum + often, 0);
const MAX_IN_FLIGHT = 16;
const WORDS =
  'amber basin cedar delta ember fjord grove harbour inlet jetty kiln larch meadow nectar orchard pebble quarry river saddle timber upland valley willow yarrow'.split(
    ' ',
  );
export const TOOLS = ['search', 'read_file', 'list_orders', 'send_mail', 'translate'].map((name) => ({
  name,
  description: `Does what ${name} says.`,
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}));
export const PEER = { protocolVersion: '2025-11-25', capabilities: { tools: {}, logging: {} } };
const OPENING: readonly Sent[] = [
  ['client', { id: 'a', method: 'initialize', params: { ...PEER, clientInfo: { name: 'c', version: '1' } } }],
  ['server', { id: 'a', result: { ...PEER, serverInfo: { name: 'mixed', version: '1' } } }],
  ['client', { method: 'notifications/initialized' }],
  ['client', { id: 'b', method: 'tools/list' }],
  ['server', { id: 'b', result: { tools: TOOLS } }],
];

/** Words of no meaning, always the same. */
type Words = (count: number) => string;

/** Who writes it, and a message without its version, or a line that is no message. */
type Sent = readonly ['client' | 'server', object | string];

type MixedOptions = {
  /** If false, log messages stand in the place of progress. */
  readonly withProgress?: boolean;
};

/**
 * The frames of one session in which a busy server does all that servers do: of its frames 61 % are those of good calls,
 * 24 % notifications, a fifth of them progress, and 1.9 % no JSON; 1.4 % as many tool errors, 2.7 % protocol errors and
 * 2.3 % calls that are cancelled and never answered. Always the same; a frame each millisecond, from seq 1 on.
 */
export function* mixedTraffic(
  frames: number,
  { withProgress = true }: MixedOptions = {},
): Generator<FrameRecord> {
  let count = 0;
  for (const [sender, message] of lines(withProgress)) {
    if (count === frames) return;
    count += 1;
    yield {
      type: 'frame',
      seq: count,
      at: count - 1,
      session: 's1',
      direction: sender === 'client' ? 'client-to-server' : 'server-to-client',
      raw: lineOf(message),
    };
  }
}

/** What a server of such traffic writes beside its answers, of the same shares; `call` is one that is in flight. */
export function* mixedNotices(call: number | string): Generator<string> {
  const chance = new Seeded(2);
  const words = wordsBy(chance);
  const inFlight: Call = { id: call, ending: 'good', progress: 0 };
  for (;;) {
    const step = stepAt(chance.next() * ALL_STEPS);
    if (step === 'noJson') yield printed(words);
    else if (step === 'message') yield lineOf(logged(words(9)));
    else if (step === 'progress') yield lineOf(reported(inFlight, words(6)));
  }
}

/** Answers of such traffic to calls, in turn; undefined for one that is not answered. */
export function mixedAnswers(): (id: number | string) => string | undefined {
  const chance = new Seeded(3);
  const words = wordsBy(chance);
  const endings: readonly Ending[] = ['good', 'toolError', 'protocolError', 'cancelled'];
  const all = endings.reduce((sum, ending) => sum + MIX[ending], 0);
  return (id) => {
    let left = chance.next() * all;
    const ending = endings.find((one) => {
      left -= MIX[one];
      return left < 0;
    });
    return ending === 'cancelled'
      ? undefined
      : lineOf(ended({ id, ending: ending ?? 'good', progress: 0 }, words)[1]);
  };
}

function wordsBy(chance: Seeded): Words {
  const word = () => WORDS[Math.floor(chance.next() * WORDS.length)];
  return (count) => Array.from({ length: count }, word).join(' ');
}

function lineOf(message: object | string): string {
  return typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });
}

function* lines(withProgress: boolean): Generator<Sent> {
  yield* OPENING;
  const chance = new Seeded(1);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance.next() * items.length)];
  const words = wordsBy(chance);
  const inFlight: Call[] = [];
  for (let id = 0; ; ) {
    const step = stepAt(chance.next() * ALL_STEPS);
    const call = pick(inFlight);
    if (step === 'noJson') yield ['server', printed(words)];
    else if (step === 'message' || (step === 'progress' && (call === undefined || !withProgress))) {
      yield ['server', logged(words(9))];
    } else if (step === 'progress') {
      if (call !== undefined) yield ['server', reported(call, words(6))];
    } else {
      const [first] = inFlight;
      if (first !== undefined && inFlight.length === MAX_IN_FLIGHT) {
        inFlight.shift();
        yield ended(first, words);
      }
      inFlight.push({ id, ending: step, progress: 0 });
      yield ['client', called(id, pick(TOOLS)?.name ?? '', words(3))];
      id += 1;
    }
  }
}

function stepAt(place: number): Step {
  let left = place;
  const found = STEPS.find(([, often]) => {
    left -= often;
    return left < 0;
  });
  return found?.[0] ?? 'good';
}

function called(id: number, name: string, query: string): object {
  return { id, method: 'tools/call', params: { name, arguments: { query }, _meta: { progressToken: id } } };
}

function printed(words: Words): string {
  return `[info] ${words(6)}`;
}

function logged(data: string): object {
  return { method: 'notifications/message', params: { level: 'info', logger: 'mixed', data } };
}

function reported(call: Call, message: string): object {
  call.progress += 1;
  const params = { progressToken: call.id, progress: call.progress, message };
  return { method: 'notifications/progress', params };
}

function ended({ id, ending }: Call, words: Words): Sent {
  switch (ending) {
    case 'good':
      return ['server', { id, result: { content: [{ type: 'text', text: words(12) }] } }];
    case 'toolError':
      return ['server', { id, result: { content: [{ type: 'text', text: words(8) }], isError: true } }];
    case 'protocolError':
      return ['server', { id, error: { code: -32602, message: `Invalid arguments: ${words(6)}` } }];
    case 'cancelled':
      return ['client', { method: 'notifications/cancelled', params: { requestId: id, reason: words(3) } }];
  }
}
