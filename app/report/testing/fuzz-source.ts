import type { FrameRecord } from '../../frame/record.ts';
import { encodeRecord } from '../../recording/encode-record.ts';
import { FOREIGN_FORMATS, type ForeignFormatName } from '../../recording/import/formats.ts';
import { inFormat } from './foreign-lines.ts';
import {
  FrameMutator,
  type FuzzedLine,
  type LineKind,
  pick,
  type Random,
  seededRandom,
} from './fuzzed-lines.ts';

const FORMATS = Object.keys(FOREIGN_FORMATS) as ForeignFormatName[];

/** Lines per hundred of each kind: server output is far more frequent than typing. */
const SHARES: readonly (readonly [LineKind, number])[] = [
  ['wire', 76],
  ['recording', 8],
  ['foreign file', 8],
  ['yaml', 1],
  ['vocabulary', 1],
  ['profile', 1],
  ['query', 2],
  ['look-up', 1],
  ['command line', 2],
];

const QUERIES = [
  'tier:protocol or -tool:weigh',
  'code:-32602 dur:>200ms (method:tools/call is:open)',
  '"not found" -kind:stderr size:>=1kb session:a*b',
];
const LOOK_UPS = [
  'MCP error -32602: Tool weigh not found',
  '-32000',
  'ERROR:RATE_LIMIT — wait for <x> seconds',
  'Input validation error: expected string at query',
];
const COMMANDS = [
  `TOKEN=a 'my server' --port "80 81" \\"x\\" a=b`,
  'npx -y @acme/server --root C:\\Users\\ann "C:\\Program Files\\x\\\\"',
];
const YAML = [
  'meta:\n  recorded_at: "2026-05-18T10:15:00.000Z"\n  session_id: d6\nmessages:\n  - t: 0\n    dir: c2s\n    payload: {jsonrpc: "2.0", id: 1, method: ping}\n',
  'extensions:\n  weigh: &a\n    type: stdio\n    cmd: npx\n    args: [-y, "weigh"]\n    envs: {A: "1"}\n  other: *a\n',
];
const VOCABULARIES = [
  '{"id":"acme","name":"Acme","codes":[{"code":-32050,"name":"Full","meaning":"The store is full.","messages":["store <x> is full"]}],"reasons":[{"reason":"no_stock","meaning":"None left."}],"http":[],"local":[],"signs":["acme"]}',
];
const PROFILES = [
  '{"format":"tierscope-profiles","version":2,"profiles":[{"name":"weigh","command":"npx","args":["-y","weigh"],"env":[{"name":"TOKEN","value":"x","secret":true}]}]}',
  '{"mcpServers":{"weigh":{"command":"npx","args":["-y"],"env":{"A":"$' + '{input:a}"}}}, // note\n}',
];

/** An endless source of lines of every kind, determined by the seed. */
export class FuzzSource {
  readonly #random: Random;
  readonly #mutator: FrameMutator;

  constructor(seed: number, frames: readonly FrameRecord[]) {
    this.#random = seededRandom(seed);
    this.#mutator = new FrameMutator(this.#random, frames);
  }

  /** The next lines, as one session or file. */
  batch(size: number): FuzzedLine[] {
    return Array.from({ length: size }, () => this.#next());
  }

  #next(): FuzzedLine {
    const kind = this.#kind();
    const frame = this.#mutator.frame();
    const { direction } = frame;
    const changed = (texts: readonly string[]): FuzzedLine => {
      const text = this.#mutator.text(this.#mutator.text(pick(this.#random, texts)));
      return { kind, text, direction };
    };
    switch (kind) {
      case 'wire':
        return frame;
      case 'recording':
        return changed([
          encodeRecord({ type: 'frame', seq: 1, at: 1, session: 's1', direction, raw: frame.text }),
        ]);
      case 'foreign file':
        return changed([inFormat(pick(this.#random, FORMATS), frame)]);
      case 'yaml':
        return changed([...YAML, frame.text]);
      case 'vocabulary':
        return changed(VOCABULARIES);
      case 'profile':
        return changed(PROFILES);
      case 'query':
        return changed(QUERIES);
      case 'look-up':
        return changed([...LOOK_UPS, frame.text]);
      case 'command line':
        return changed(COMMANDS);
    }
  }

  #kind(): LineKind {
    let left = this.#random() * 100;
    for (const [kind, share] of SHARES) {
      left -= share;
      if (left < 0) return kind;
    }
    return 'wire';
  }
}
