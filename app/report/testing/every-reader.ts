import { LogAnalyzer } from '../../analysis/log-analyzer.ts';
import { terminalText } from '../../base/document/text-writer.ts';
import { ok } from '../../base/result.ts';
import { classifyError, readErrorText } from '../../codes/auto-classify.ts';
import { lookupDocument } from '../../codes/lookup-report.ts';
import { parseOwnVocabulary } from '../../codes/own-vocabulary.ts';
import { searchCatalog } from '../../codes/search.ts';
import { completeQuery } from '../../frame/query/complete-query.ts';
import { rowTest } from '../../frame/query/matches-row.ts';
import { parseQuery } from '../../frame/query/parse-query.ts';
import { textMatcher } from '../../frame/query/text-matcher.ts';
import type { KnownRecord } from '../../frame/record.ts';
import { Redactor } from '../../frame/redaction/redactor.ts';
import { RowTable } from '../../frame/row-table.ts';
import { parseJsonc } from '../../hosts/jsonc.ts';
import { importProfiles } from '../../hosts/profiles/profile-file.ts';
import { encodeHeader, encodeRecord } from '../../recording/encode-record.ts';
import { FOREIGN_FORMATS, type ForeignFormatName, isLineBased } from '../../recording/import/formats.ts';
import { importFile, LineImporter } from '../../recording/import/import-file.ts';
import { mockScript } from '../../recording/mock/mock-script.ts';
import { NO_HEADER, RecordingReader } from '../../recording/recording-reader.ts';
import { otlpTextOf } from '../../recording/spans/otlp-protobuf.ts';
import { sampleFile } from '../../recording/testing/import-samples.ts';
import { otlpBytes } from '../../recording/testing/otlp-bytes.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import { LineSplitter } from '../../wire/line-splitter.ts';
import { lineText } from '../../wire/line-text.ts';
import { ReportBuilder } from '../build-report.ts';
import type { Report } from '../report.ts';
import { reportMarkdown, reportText } from '../report-document.ts';
import { reportJunit } from '../report-junit.ts';
import { reportSarif } from '../report-sarif.ts';
import { inFormat } from './foreign-lines.ts';
import type { FuzzedLine, LineKind } from './fuzzed-lines.ts';

/** A reader in the process of reading one file or session, in order. */
type Reading = {
  readonly take: (line: FuzzedLine, index: number) => void;
  /** Derives results after the last line. */
  readonly end?: () => void;
};

export type Reader = {
  readonly name: string;
  readonly kinds: readonly LineKind[];
  readonly start: () => Reading;
};

const bytes = new TextEncoder();
const MAX_LINE_BYTES = 1_000_000;

const FORMATS = Object.keys(FOREIGN_FORMATS) as ForeignFormatName[];
/** YAML is parsed outside `app/`: its document arrives as the resulting JSON. */
const options = { fileName: 'fuzzed.jsonl', yamlToJson: (json: string) => ok({ json, problems: [] }) };

/** Every reader in `app/` that outside text may reach: from a server, a file, or a person. */
export const READERS: readonly Reader[] = [
  { name: 'wire line', kinds: ['wire'], start: wireLine },
  reader('envelope', ['wire'], ({ text }) => void readEnvelope(text)),
  { name: 'model, findings, fingerprints, rows', kinds: ['wire'], start: analysis },
  { name: 'report', kinds: ['wire'], start: report },
  { name: 'redaction', kinds: ['wire'], start: redaction },
  { name: 'recording reader', kinds: ['wire', 'recording'], start: recording },
  { name: 'mock', kinds: ['wire'], start: mock },
  ...FORMATS.map(importer),
  reader('OTLP as protobuf', ['wire', 'foreign file'], protobuf),
  reader('own vocabularies', ['vocabulary'], ({ text }) => void parseOwnVocabulary(text)),
  reader('profile file', ['profile'], ({ text }) => {
    importProfiles(text);
    parseJsonc(text);
  }),
  reader('filter', ['query'], ({ text }) => filter(text)),
  reader('code look-up', ['look-up'], ({ text }) => {
    searchCatalog(text);
    terminalText(lookupDocument(text));
    readErrorText(text);
    classifyError(text);
  }),
];

/** A reader that keeps nothing between lines. */
export function reader(name: string, kinds: readonly LineKind[], take: Reading['take']): Reader {
  return { name, kinds, start: () => ({ take }) };
}

function wireLine(): Reading {
  const splitter = new LineSplitter(MAX_LINE_BYTES);
  return {
    take: ({ text }) => {
      // In two pieces, as a pipe may deliver them.
      const all = bytes.encode(`${text}\n`);
      const cut = all.length >> 1;
      const lines = [...splitter.push(all.subarray(0, cut)), ...splitter.push(all.subarray(cut))];
      for (const { bytes: line } of lines) lineText(line);
    },
  };
}

/** The recorded frame of a wire line. */
function frameOf({ text, direction }: FuzzedLine, index: number): KnownRecord {
  return { type: 'frame', seq: index + 1, at: index * 3, session: 's1', direction, raw: text };
}

function analysis(): Reading {
  const rows = new RowTable();
  const analyzer = new LogAnalyzer(rows);
  return {
    take: (line, index) => void analyzer.take(frameOf(line, index)),
    end: () => {
      analyzer.finish();
      for (let index = 0; index < rows.length; index += 1) rows.row(index);
    },
  };
}

function report(): Reading {
  const builder = new ReportBuilder();
  return {
    take: (line, index) => builder.take(frameOf(line, index), index + 2),
    end: () => {
      const built = builder.finish('fuzzed.tierscope.jsonl', 'tierscope', []);
      const whole: Report = { tool: { name: 'tierscope', version: '0' }, recordings: [built] };
      [...reportText(whole)].join('');
      reportMarkdown(whole);
      reportJunit(whole, ['violation']);
      reportSarif(whole, () => builder.lines);
    },
  };
}

function redaction(): Reading {
  const redactor = new Redactor();
  const records: KnownRecord[] = [];
  return {
    take: (line, index) => {
      const record = frameOf(line, index);
      records.push(record);
      redactor.learn(record);
    },
    end: () => {
      for (const record of records) redactor.redact(record);
    },
  };
}

function recording(): Reading {
  const reader = new RecordingReader();
  const read = (text: string): void => {
    reader.read({ bytes: bytes.encode(text), truncatedBytes: 0 }, true);
  };
  read(encodeHeader(NO_HEADER));
  return {
    take: (line, index) => read(line.kind === 'wire' ? encodeRecord(frameOf(line, index)) : line.text),
    end: () => void reader.end(),
  };
}

function mock(): Reading {
  const records: KnownRecord[] = [];
  return {
    take: (line, index) => void records.push(frameOf(line, index)),
    end: () => void mockScript(records),
  };
}

/** An importer gets a frame in its tool's own format; any other line unchanged. */
function importer(name: ForeignFormatName): Reader {
  const kinds: readonly LineKind[] = ['wire', 'recording', 'foreign file'];
  const written = (line: FuzzedLine): string => (line.kind === 'wire' ? inFormat(name, line) : line.text);
  const lines = (): Reading => {
    const reading = new LineImporter(name, options.fileName);
    return { take: (line) => void reading.read(written(line)), end: () => void reading.end() };
  };
  const whole = (): Reading => {
    const entries: string[] = [];
    const [head, tail] = AROUND[name] ?? ['[', ']'];
    return {
      take: (line) => void entries.push(written(line)),
      end: () => {
        importFile(name, head + entries.join(',\n') + tail, options);
      },
    };
  };
  return { name: `importer ${name}`, kinds, start: isLineBased(name) ? lines : whole };
}

/** A request whose span has the line as its name, with one byte that is another. */
function protobuf({ text }: FuzzedLine): void {
  const { resourceSpans } = JSON.parse(sampleFile('otlp', ['{}']));
  resourceSpans[0].scopeSpans[0].spans[0].name = text;
  const request = otlpBytes(resourceSpans);
  const at = text.length % request.length;
  request[at] = (request[at] ?? 0) ^ 0x5a;
  otlpTextOf(request);
}

/** Wraps the entries of formats that are a single document without a list. */
const AROUND: Partial<Record<ForeignFormatName, readonly [string, string]>> = {
  'mcp-recorder': ['{"version":"1.0","metadata":{},"interactions":[', ']}'],
  'mcp-vcr': ['{"meta":{"recorded_at":"2026-05-18T10:15:00.000Z"},"messages":[', ']}'],
  har: ['{"log":{"creator":{"name":"mcpsnoop"},"entries":[', ']}}'],
  otlp: ['{"resourceSpans":[{"scopeSpans":[{"spans":[', ']}]}]}'],
};

const ROW_SOURCE = new RowTable();
new LogAnalyzer(ROW_SOURCE).take({
  type: 'frame',
  seq: 1,
  at: 0,
  session: 's1',
  direction: 'client-to-server',
  raw: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weigh"}}',
});

function filter(text: string): void {
  const row = ROW_SOURCE.row(0);
  const query = parseQuery(text);
  if (query.ok && row !== undefined) rowTest(query.value)(row);
  completeQuery(text, text.length, { methods: ['tools/call'], tools: ['weigh'] });
  const matcher = textMatcher({ text, regex: false, matchCase: false });
  if (matcher.ok) matcher.value.test('the tool weigh has failed');
}
