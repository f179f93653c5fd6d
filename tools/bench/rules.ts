import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { FingerprintReader } from '../../app/codes/fingerprints/fingerprint-reader.ts';
import { FindingReader } from '../../app/findings/finding-reader.ts';
import type { FrameRecord, KnownRecord } from '../../app/frame/record.ts';
import { readLine } from '../../app/recording/read-line.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { type Envelope, envelopeOf, readEnvelope } from '../../app/wire/envelope.ts';
import { collectYoung, median, type Round, ratioOf } from './in-turns.ts';

const ROUNDS = 41;
const MIN_ROUND_MS = 20;
/** The compiler needs this long to settle on what dozens of rules do. */
const WARM_UP_MS = 6000;
const PAIRS = 5000;
const LARGE_BYTES = 5_000_000;

/** The records of one session, each frame with its reading, so that no reading is timed twice. */
type Traffic = readonly (readonly {
  readonly record: KnownRecord;
  readonly envelope: Envelope | undefined;
}[])[];

/**
 * What all rules and fingerprints cost beyond the session's model, which the rows need too, against a whole
 * `JSON.parse` of the same lines and the envelope's checks on what it gave, in turns and in one process: microseconds of CPU
 * per frame, and their ratio. Prints one JSON object.
 */
function main(recordings: readonly string[]): void {
  const report: Record<string, object> = {};
  const cases: readonly (readonly [string, () => Traffic])[] = [
    ['recorded sessions', () => recorded(recordings)],
    ['ok calls', () => [read([...opening(), ...pairs(okAnswer)])]],
    ['notifications', () => [read([...opening(), ...Array.from({ length: 2 * PAIRS }, notification)])]],
    ['tool errors', () => [read([...opening(), ...pairs(toolError)])]],
    ['protocol errors', () => [read([...opening(), ...pairs(protocolError)])]],
    ['5 MB results', () => [read([...opening(), ...pairs(largeAnswer, 4)])]],
  ];
  for (const [name, traffic] of cases) report[name] = measured(traffic());
  console.log(JSON.stringify(report));
}

/** The ratio is taken within each round, so that a busy moment of the machine weighs on both sides of it. */
function measured(traffic: Traffic): object {
  const frames = traffic.flat().filter(({ record }) => record.type === 'frame').length;
  for (const work of [parse, analyze, pair]) timed(() => work(traffic), WARM_UP_MS);
  const rounds: Round[] = Array.from({ length: ROUNDS }, () => ({
    base: timed(() => parse(traffic), MIN_ROUND_MS),
    ours: timed(() => analyze(traffic), MIN_ROUND_MS) - timed(() => pair(traffic), MIN_ROUND_MS),
  }));
  const perFrame = (milliseconds: readonly number[]) => (1000 * median(milliseconds)) / frames;
  return {
    frames,
    parsingMicroseconds: rounded(perFrame(rounds.map(({ base }) => base))),
    rulesMicroseconds: rounded(perFrame(rounds.map(({ ours }) => ours))),
    ...ratioOf(rounds),
  };
}

/**
 * Milliseconds of CPU of one run, the collection of its garbage included, as the mean of as many runs as
 * fit into `atLeast` milliseconds. Other work on the machine hardly changes it, nor does the garbage of what ran before.
 */
function timed(run: () => void, atLeast: number): number {
  collectYoung();
  const used = process.cpuUsage();
  const started = performance.now();
  let runs = 0;
  do {
    run();
    runs += 1;
  } while (performance.now() - started < atLeast);
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 1000 / runs;
}

// A run throws its whole session away. V8 would place the next run's findings among what lives long, as they do in the
// app, and then pay for clearing them from there: half of the time of a case with many findings, in some runs only.
setFlagsFromString('--no-allocation-site-pretenuring');

/** Stays what it is when the app learns to read a frame without parsing it as a whole. */
function parse(traffic: Traffic): void {
  for (const session of traffic) {
    for (const { record } of session) if (record.type === 'frame') parseWhole(record.raw ?? '');
  }
}

function parseWhole(raw: string): Envelope {
  try {
    return envelopeOf(JSON.parse(raw), raw);
  } catch {
    // A few recorded lines are no JSON.
    return readEnvelope(raw);
  }
}

function pair(traffic: Traffic): void {
  for (const session of traffic) {
    const log = new LogModel();
    for (const { record, envelope } of session) log.take(record, envelope);
  }
}

function analyze(traffic: Traffic): void {
  for (const session of traffic) {
    const log = new LogModel({
      each: (model, name) => {
        const fingerprints = new FingerprintReader();
        const vocabularies = () => fingerprints.vocabularies;
        return [fingerprints, new FindingReader(model, name, { vocabularies })];
      },
    });
    for (const { record, envelope } of session) log.take(record, envelope);
    log.finish();
  }
}

function recorded(files: readonly string[]): Traffic {
  return files.map((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return read(lines.flatMap((line) => recordsOf(line)));
  });
}

function recordsOf(line: string): KnownRecord[] {
  if (line === '') return [];
  const found = readLine(line, []);
  return found.kind === 'record' ? [found.record] : [];
}

function read(records: readonly KnownRecord[]): Traffic[number] {
  return records.map((record, index) => {
    const placed = { ...record, seq: index + 1, at: index };
    return { record: placed, envelope: record.type === 'frame' ? readEnvelope(record.raw ?? '') : undefined };
  });
}

function opening(): KnownRecord[] {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'b', version: '1' } };
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: params.clientInfo,
  };
  const tools = ['search', 'fetch', 'write'].map((name) => ({
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  }));
  return [
    asked({ id: 0, method: 'initialize', params }),
    answered({ id: 0, result }),
    asked({ method: 'notifications/initialized' }),
    asked({ id: 1, method: 'tools/list', params: {} }),
    answered({ id: 1, result: { tools } }),
  ];
}

function pairs(answer: (index: number) => object, count = PAIRS): KnownRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const params = { name: 'search', arguments: { query: `notes of day ${index}`, limit: 10 } };
    const id = index + 2;
    return [asked({ id, method: 'tools/call', params }), answered({ id, ...answer(index) })];
  }).flat();
}

function okAnswer(index: number): object {
  const text = `Found 3 notes for day ${index}: buy milk, call Ada about the engine, water the plants in the hall.`;
  return { result: { content: [{ type: 'text', text }] } };
}

function toolError(index: number): object {
  const texts = [
    `The note ${index} does not exist. Call search first and pass one of its ids.`,
    `MCP error -32602: Input validation error: Invalid arguments for tool search: expected string at query`,
    `Rate limit exceeded`,
  ];
  return { result: { content: [{ type: 'text', text: texts[index % texts.length] }], isError: true } };
}

function protocolError(index: number): object {
  const errors = [
    { code: -32603, message: `The store did not answer for note ${index}` },
    { code: -32602, message: 'Invalid arguments: query must be a string' },
    { code: -32001, message: `Note ${index} not found`, data: { id: index } },
  ];
  return { error: errors[index % errors.length] };
}

function largeAnswer(): object {
  const line = 'A line of a large file that a tool has read, with "quotes" and\ttabs in it.\n';
  return { result: { content: [{ type: 'text', text: line.repeat(Math.ceil(LARGE_BYTES / line.length)) }] } };
}

function notification(_: unknown, index: number): KnownRecord {
  const params = { progressToken: 1, progress: index, total: 2 * PAIRS, message: `step ${index}` };
  return answered({ method: 'notifications/progress', params });
}

const asked = (message: object) => frame('client-to-server', message);
const answered = (message: object) => frame('server-to-client', message);

function frame(direction: FrameRecord['direction'], message: object): FrameRecord {
  const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
  return { type: 'frame', seq: 0, at: 0, session: 's1', direction, raw };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

main(process.argv.slice(2));
