import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareRuns } from '../../app/analysis/compare/compare-runs.ts';
import { RunReader } from '../../app/analysis/compare/run-reader.ts';
import { LogAnalyzer } from '../../app/analysis/log-analyzer.ts';
import { CallRows } from '../../app/analysis/stats/call-rows.ts';
import { sessionStatistics } from '../../app/analysis/stats/session-statistics.ts';
import { schemaFault } from '../../app/base/schema/schema-fault.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { redactRecords } from '../../app/frame/redaction/redactor.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { RowFolds } from '../../app/frame/view/row-folds.ts';
import { claudeCode } from '../../app/hosts/claude-code.ts';
import { gooseHost } from '../../app/hosts/goose.ts';
import type { HostFile } from '../../app/hosts/host.ts';
import { parseJsonc } from '../../app/hosts/jsonc.ts';
import { encodeHeader } from '../../app/recording/encode-record.ts';
import { importFile } from '../../app/recording/import/import-file.ts';
import { mockScript } from '../../app/recording/mock/mock-script.ts';
import { readLine } from '../../app/recording/read-line.ts';
import { NO_HEADER } from '../../app/recording/recording-reader.ts';
import { otlpTextOf } from '../../app/recording/spans/otlp-protobuf.ts';
import { importSampleNames, sampleFile } from '../../app/recording/testing/import-samples.ts';
import { otlpBytes } from '../../app/recording/testing/otlp-bytes.ts';
import { ReportBuilder } from '../../app/report/build-report.ts';
import { exportRecording } from '../../app/report/export/convert.ts';
import { EXPORT_FORMAT_NAMES, type ExportFormatName } from '../../app/report/report.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { RowReader } from '../../app/session/row-reader.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { lineText } from '../../app/wire/line-text.ts';
import { yamlTool } from '../../main/profiles/yaml-tool.ts';
import { yamlToJson } from '../../main/recording/import/yaml-to-json.ts';
import { openRecording } from '../../main/recording/opened-recording.ts';
import { yamlTooDeep } from '../../main/system/yaml-depth.ts';
import { planTap } from '../../main/tap/install/plan-tap.ts';
import type { BenchedInput, BenchedReader } from './benched-reader.ts';
import { failure, jsonOf, NOT_SAFE, ping, placed, pong, received, sent, texts } from './made-records.ts';
import { mixedTraffic } from './mixed-traffic.ts';
import { traces } from './trace-readers.ts';
import { UNANSWERED } from './unanswered-traffic.ts';

const utf8 = new TextEncoder();
/** A reader of the whole line. */
function ofLine(read: (raw: string) => unknown, make: (bytes: number) => string): BenchedReader {
  return (bytes) => {
    const raw = make(bytes);
    return { json: raw, read: () => read(raw) };
  };
}

/** A reader of records that hold JSON. */
function ofRecords(
  read: (records: readonly KnownRecord[]) => unknown,
  make: (bytes: number) => readonly KnownRecord[],
): BenchedReader {
  return (bytes) => {
    const records = placed(make(bytes));
    return { json: jsonOf(records.map(jsonOfRecord)), read: () => read(records) };
  };
}

/** A line that is no JSON stands as a text. */
function jsonOfRecord(record: KnownRecord): string {
  const { raw } = record.type === 'frame' ? record : { raw: JSON.stringify(record) };
  return /^[[{]"/.test(raw ?? '') ? (raw ?? '') : JSON.stringify(raw);
}

/** What adds up shows only in a session of many frames: the other inputs need far fewer to be too slow. */
const manyFrames = (bytes: number) => [...mixedTraffic(bytes / 8)];

/** What is known of calls without an answer, for each reader of them. */
function unansweredCalls(
  read: (records: readonly KnownRecord[]) => unknown,
  name: string,
): Record<string, BenchedReader> {
  return Object.fromEntries(
    Object.entries(UNANSWERED).map(([what, make]) => [
      `${name}: ${what}`,
      ofRecords(read, (bytes) => make(bytes * 4)),
    ]),
  );
}

const nested = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);
const ids = (bytes: number) => jsonOf(texts(bytes, (index) => pong(NOT_SAFE * 4 + index * 1000)));
const answers = (bytes: number) => jsonOf(texts(bytes, pong));

const model = (records: readonly KnownRecord[]) => {
  const log = new LogModel();
  for (const record of records) log.take(record);
  log.finish();
};
const rows = (records: readonly KnownRecord[]) => {
  const log = new LogModel({ all: [new RowReader({ add: () => {}, patch: () => {} })] });
  for (const record of records) log.take(record);
};
const analyzed = (records: readonly KnownRecord[]) => {
  const table = new RowTable();
  const folds = new RowFolds(table);
  const analyzer = new LogAnalyzer(table, { keptSettled: 100 });
  for (const record of records) {
    analyzer.take(record);
    folds.takeUpTo(table.length);
  }
  analyzer.finish();
  return [...sessionStatistics(new CallRows(table))];
};
const exported = (name: ExportFormatName) => (records: readonly KnownRecord[]) => {
  let length = 0;
  for (const text of exportRecording(name, { header: NO_HEADER, records })) length += text.length;
  return length;
};
const findings = (records: readonly KnownRecord[]) => {
  const analyzer = new LogAnalyzer();
  for (const record of records) analyzer.take(record);
  analyzer.finish();
};
const report = (records: readonly KnownRecord[]) => {
  const builder = new ReportBuilder();
  records.forEach((record, index) => {
    builder.take(record, index + 1);
  });
  builder.finish('a.jsonl', 'tierscope', []);
};
const run = (records: readonly KnownRecord[]) => {
  const reader = new RunReader();
  for (const record of records) reader.take(record);
  return reader.finish();
};
const redaction = (records: readonly KnownRecord[]) => {
  for (const record of redactRecords(records))
    if (record.seq < 0) throw new Error('a record without a place');
};

const calls = (bytes: number) =>
  texts(bytes, (index) => ping(index)).flatMap((raw, index) => [sent(raw), received(pong(index + 1))]);
const failedCalls = (bytes: number) =>
  texts(bytes / 3, ping).flatMap((raw, index) => [sent(raw), received(failure(index + 1))]);
const lateAnswers = (bytes: number) => [
  ...texts(bytes / 2, ping).map(sent),
  ...texts(bytes / 2, pong).map(received),
];
const oneId = (bytes: number) => [
  ...texts(bytes / 2, () => ping(1)).map(sent),
  ...texts(bytes / 2, () => pong(1)).map(received),
];
/** A longer batch is refused, and its answers are of another kind: a step in the cost, which is no growth. */
const BATCH = 500;
const batchesAnsweredOneByOne = (bytes: number) => {
  const asked = texts(bytes / 2, ping);
  const batches = Array.from({ length: Math.ceil(asked.length / BATCH) }, (_, at) =>
    asked.slice(at * BATCH, (at + 1) * BATCH),
  );
  return [
    ...batches.map((batch) => sent(jsonOf(batch))),
    ...asked.map((_, index) => received(pong(index + 1))),
  ];
};
const batchAnsweredByBatch = (bytes: number) => {
  const asked = texts(bytes / 2, ping);
  return [sent(jsonOf(asked)), received(jsonOf(asked.map((_, index) => failure(index + 1))))];
};
/** One tool a page, which many hosts leave out for its schema. */
const pagesOfTools = (bytes: number) =>
  texts(
    bytes,
    (page) =>
      `{"jsonrpc":"2.0","id":${page},"result":{"tools":[{"name":"t${page}","inputSchema":{"type":"object","anyOf":[{}]}}],"nextCursor":"c${page}"}}`,
  ).flatMap((raw, at) => [
    sent(
      `{"jsonrpc":"2.0","id":${at + 1},"method":"tools/list","params":${at === 0 ? '{}' : `{"cursor":"c${at}"}`}}`,
    ),
    received(raw),
  ]);
const orphans = (bytes: number) => texts(bytes, failure).map(received);
const unanswered = (bytes: number) => texts(bytes, ping).map(sent);

const secret = (index: number) => `${(index * 7919).toString(36)}Zq9${(index * 104729).toString(36)}xY7Kd0`;
const secretsAlike = (bytes: number) =>
  texts(
    bytes,
    (index) => `{"jsonrpc":"2.0","id":${index},"result":{"token":"sk-abcdefgh${secret(index)}"}}`,
  ).map(received);
const secretsInOne = (bytes: number) => [
  received(
    `{"jsonrpc":"2.0","id":1,"result":{"text":${JSON.stringify(texts(bytes, (index) => `token=abcd${secret(index)}`).join(' '))}}}`,
  ),
];

const SESSION_RECORD = (index: number) =>
  `{"type":"frame","seq":${index},"at":${index},"session":"s${index}","direction":"server-to-client","raw":"{}"}`;

/** Every reader of what others wrote, with the inputs at which one is most likely to take too long. */
export const READERS: Readonly<Record<string, BenchedReader>> = {
  'OTLP as protobuf': (bytes) => {
    const json = sampleFile('otlp', texts(bytes, pong));
    const request = otlpBytes(JSON.parse(json).resourceSpans);
    return { json, read: () => otlpTextOf(request) };
  },
  'wire lines': (bytes) => {
    const all = texts(bytes, pong);
    const buffer = utf8.encode(`${all.join('\n')}\n`);
    return { json: jsonOf(all), read: () => splitLines(buffer, 65_536) };
  },
  'wire: one line in small pieces': (bytes) => {
    const json = JSON.stringify('x'.repeat(bytes));
    const buffer = utf8.encode(`${json}\n`);
    return { json, read: () => splitLines(buffer, 512) };
  },
  'envelope: a large result': ofLine(
    readEnvelope,
    (bytes) => `{"jsonrpc":"2.0","id":1,"result":${answers(bytes)}}`,
  ),
  'envelope: an id of many digits': ofLine(readEnvelope, (bytes) => pong('1'.repeat(bytes))),
  'envelope: nesting': ofLine(readEnvelope, (bytes) => `{"jsonrpc":"2.0","id":1,"result":${nested(bytes)}}`),
  'envelope: nesting of objects': ofLine(
    readEnvelope,
    (bytes) => `{"jsonrpc":"2.0","id":1,"result":${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}}`,
  ),
  'envelope: many members': ofLine(
    readEnvelope,
    (bytes) => `{"jsonrpc":"2.0","id":1.5,"result":{${texts(bytes, (index) => `"k${index}":1`).join(',')}}}`,
  ),
  'batch: answers': ofLine(readEnvelope, answers),
  'batch: ids beyond 2^53': ofLine(readEnvelope, ids),
  'batch: codes beyond 2^53': ofLine(readEnvelope, (bytes) =>
    jsonOf(
      texts(
        bytes,
        (index) => `{"jsonrpc":"2.0","id":${index},"error":{"message":"m","code":1e${index + 400}}}`,
      ),
    ),
  ),
  'batch: numbers': ofLine(readEnvelope, (bytes) => jsonOf(texts(bytes, String))),
  'model: calls': ofRecords(model, calls),
  'model: one id used again': ofRecords(model, oneId),
  'model: batches answered one by one': ofRecords(model, batchesAnsweredOneByOne),
  'model: answers to nothing': ofRecords(model, orphans),
  'model: no answers': ofRecords(model, unanswered),
  'rows: calls': ofRecords(rows, calls),
  'rows: batches answered one by one': ofRecords(rows, batchesAnsweredOneByOne),
  'rows: a batch answered by a batch': ofRecords(rows, batchAnsweredByBatch),
  'rows: a batch of ids beyond 2^53': ofRecords(rows, (bytes) => [received(ids(bytes))]),
  'findings: calls': ofRecords(findings, calls),
  'findings: failed calls': ofRecords(findings, failedCalls),
  'findings: one id used again': ofRecords(findings, oneId),
  'findings: batches answered one by one': ofRecords(findings, batchesAnsweredOneByOne),
  'findings: a batch answered by a batch': ofRecords(findings, batchAnsweredByBatch),
  'findings: answers to nothing': ofRecords(findings, orphans),
  'findings: no answers': ofRecords(findings, unanswered),
  'findings: a tool list in pages': ofRecords(findings, pagesOfTools),
  'report: failed calls': ofRecords(report, failedCalls),
  'report: a batch answered by a batch': ofRecords(report, batchAnsweredByBatch),
  'report: answers to nothing': ofRecords(report, orphans),
  'model: mixed traffic': ofRecords(model, manyFrames),
  'rows: mixed traffic': ofRecords(rows, manyFrames),
  'findings: mixed traffic': ofRecords(findings, manyFrames),
  'report: mixed traffic': ofRecords(report, manyFrames),
  'comparison: mixed traffic': ofRecords(run, manyFrames),
  'log: mixed traffic': ofRecords(analyzed, manyFrames),
  'mock: mixed traffic': ofRecords(mockScript, manyFrames),
  'redaction: mixed traffic': ofRecords(redaction, manyFrames),
  ...Object.fromEntries(
    EXPORT_FORMAT_NAMES.map((name) => [
      `export as ${name}: mixed traffic`,
      ofRecords(exported(name), (bytes) => manyFrames(bytes / 4)),
    ]),
  ),
  ...unansweredCalls(report, 'report'),
  ...unansweredCalls(analyzed, 'log'),
  'report: errors of one moment': ofRecords(
    (records) => report(records.map((record) => ({ ...record, at: 0 }))),
    (bytes) => failedCalls(bytes * 2),
  ),
  'redaction: calls': ofRecords(redaction, calls),
  'redaction: secrets that begin alike': ofRecords(redaction, secretsAlike),
  'redaction: secrets in one text': ofRecords(redaction, secretsInOne),
  'recording lines': (bytes) => {
    const all = texts(bytes, SESSION_RECORD);
    return { json: jsonOf(all), read: () => all.map((line) => readLine(line)) };
  },
  'schema: a list of schemas': (bytes) => {
    const json = `{"anyOf":${jsonOf(texts(bytes, (index) => `{"type":"string","title":"t${index}"}`))}}`;
    return { json, read: () => schemaFault(JSON.parse(json), '2020-12') };
  },
  'schema: references': (bytes) => {
    const json = `{"$defs":{"a":{"type":"string"}},"anyOf":${jsonOf(texts(bytes, () => '{"$ref":"#/$defs/a"}'))}}`;
    return { json, read: () => schemaFault(JSON.parse(json), '2020-12') };
  },
  'YAML: a list': ofLine(yamlToJson, (bytes) => jsonOf(texts(bytes, (index) => `{"name":"tool ${index}"}`))),
  'YAML: nesting': ofLine(yamlTooDeep, nested),
  'YAML: blocks': (bytes) => {
    const all = texts(bytes, (index) => `- name: tool ${index}\n  value: ${index}`);
    const text = all.join('\n');
    return { json: JSON.stringify(all), read: () => yamlToJson(text) };
  },
  'opening: many sessions': ofFile((bytes) =>
    texts(bytes, (index) => JSON.stringify({ ...received(pong(index)), session: `s${index}`, seq: index })),
  ),
  'opening: answers that come late': ofFile((bytes) =>
    placed(lateAnswers(bytes)).map((record) => JSON.stringify(record)),
  ),
  'comparison: failed calls': ofRecords(
    (records) => compareRuns(run(records), run(records)),
    (bytes) => failedCalls(bytes / 4),
  ),
  'host file': ofLine(parseJsonc, (bytes) => jsonOf(texts(bytes, (index) => `{"name":"tool ${index}"}`))),
  'host file: nesting': ofLine(parseJsonc, nested),
  'host file: servers': ofLine((text) => claudeCode.read(text, USER_FILE), serversOf),
  'host file: a server written': ofLine(
    (text) => claudeCode.write(text, USER_FILE, { name: 'new', command: 'a', args: [], env: [], cwd: '' }),
    serversOf,
  ),
  'host file: tap install': ofLine(
    (text) =>
      planTap({ host: claudeCode, file: USER_FILE }, text, {
        action: 'install',
        tap: { command: ['tierscope'] },
        wants: () => true,
      }),
    serversOf,
  ),
  'host file: extensions of Goose': (bytes) => {
    const all = texts(bytes, (index) => `  s${index}: {type: stdio, cmd: npx}\n`);
    const text = `extensions:\n${all.join('')}`;
    const goose = gooseHost(yamlTool);
    return { json: jsonOf(all.map((one) => JSON.stringify(one))), read: () => goose.read(text, USER_FILE) };
  },
  ...importers(),
  ...traces(),
};

const USER_FILE: HostFile = { path: '/home/a/.claude.json', scope: 'user', servers: ['mcpServers'] };

function serversOf(bytes: number): string {
  const servers = texts(bytes, (index) => `"s${index}":{"command":"npx","args":["-y","server-${index}"]}`);
  return `{"mcpServers":{${servers.join(',')}}}`;
}

/** Opens a recording of these lines, as the thread does that opens files. */
function ofFile(make: (bytes: number) => readonly string[]): BenchedReader {
  return (bytes) => {
    const lines = make(bytes);
    const folder = mkdtempSync(join(tmpdir(), 'tierscope-linear-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'a.tierscope.jsonl');
    writeFileSync(path, [encodeHeader(NO_HEADER), ...lines, ''].join('\n'));
    return { json: jsonOf(lines), read: () => openRecording(path) };
  };
}

/** Opens a recording of this many mixed frames. */
export function openingOfMixed(frames: number, withProgress: boolean): BenchedInput['read'] {
  const records = [...mixedTraffic(frames, { withProgress })];
  return ofFile(() => records.map((record) => JSON.stringify(record)))(0).read;
}

function splitLines(buffer: Uint8Array, pieceBytes: number): number {
  const splitter = new LineSplitter(Number.POSITIVE_INFINITY);
  let length = 0;
  for (let at = 0; at < buffer.length; at += pieceBytes) {
    for (const { bytes } of splitter.push(buffer.subarray(at, at + pieceBytes))) {
      const line = lineText(bytes);
      length += 'raw' in line ? line.raw.length : line.rawBase64.length;
    }
  }
  return length;
}

/** Each importer with many entries, and with one that holds a batch, a long list, or brackets without end. */
function importers(): Record<string, BenchedReader> {
  const found: Record<string, BenchedReader> = {};
  const shapes = {
    'many entries': (bytes: number) => texts(bytes, pong),
    'a batch': (bytes: number) => [answers(bytes)],
    'a batch of ids beyond 2^53': (bytes: number) => [ids(bytes)],
    nesting: (bytes: number) => [nested(bytes)],
    'a long text': (bytes: number) => [JSON.stringify('a b '.repeat(bytes / 4))],
  };
  for (const name of importSampleNames()) {
    for (const [shape, messagesOf] of Object.entries(shapes)) {
      found[`import of ${name}: ${shape}`] = (bytes) => {
        const messages = messagesOf(bytes);
        const text = sampleFile(name, messages);
        return { json: jsonOf(messages), read: () => importFile(name, text, { fileName: 'a', yamlToJson }) };
      };
    }
  }
  return found;
}
