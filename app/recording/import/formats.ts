import { textOrder } from '../../base/text-order.ts';
import { HOST_LOGS } from '../host-log/host-logs.ts';
import { langfuseObservations, otlp, phoenixSpans } from '../spans/span-formats.ts';
import { charpy } from './charpy.ts';
import { claudeCodeArrayLog, claudeCodeLog } from './claude-code-log.ts';
import { fileHead } from './file-head.ts';
import type { DocumentFormat, LineFormat } from './foreign-format.ts';
import { jsonRpcLines } from './guess-direction.ts';
import { httpExchanges } from './http-exchanges.ts';
import { httpHar } from './http-har.ts';
import { inspectorConsole, inspectorProtocol } from './inspector-protocol.ts';
import { mcpRecorder } from './mcp-recorder.ts';
import { mcporter, mcpRec, mcpTape, mcptapFurkan } from './mcp-tape.ts';
import { mcpTrace } from './mcp-trace.ts';
import { mcpjam, mcpUse } from './mcp-use.ts';
import { mcpVcr, mcpVcrLines } from './mcp-vcr.ts';
import { mcpsnoop, mcpsnoopHar } from './mcpsnoop.ts';
import { mcptapWayv } from './mcptap-wayv.ts';
import { textMessages } from './text-messages.ts';
import { claudeCodeTranscript, codexTranscript } from './transcripts.ts';

/** Every supported foreign format, specific ones before general ones. */
export const FOREIGN_FORMATS = {
  'inspector-protocol': inspectorProtocol,
  'inspector-console': inspectorConsole,
  mcpjam,
  'mcp-use': mcpUse,
  'mcp-recorder': mcpRecorder,
  har: mcpsnoopHar,
  'http-exchanges': httpExchanges,
  'http-har': httpHar,
  'mcp-vcr': mcpVcr,
  'mcp-vcr-lines': mcpVcrLines,
  charpy,
  mcpsnoop,
  'mcp-trace': mcpTrace,
  'mcp-tape': mcpTape,
  'mcptap-wayv': mcptapWayv,
  'mcp-rec': mcpRec,
  mcporter,
  'mcptap-furkan': mcptapFurkan,
  otlp,
  'phoenix-spans': phoenixSpans,
  'langfuse-observations': langfuseObservations,
  'claude-code-transcript': claudeCodeTranscript,
  'codex-transcript': codexTranscript,
  'claude-code-log': claudeCodeLog,
  'claude-code-array': claudeCodeArrayLog,
  ...HOST_LOGS,
  'json-rpc': jsonRpcLines,
  'text-messages': textMessages,
} as const satisfies Record<string, LineFormat | DocumentFormat>;

export type ForeignFormatName = keyof typeof FOREIGN_FORMATS;
export type FormatName = 'tierscope' | ForeignFormatName;

const NAMES = Object.keys(FOREIGN_FORMATS) as ForeignFormatName[];

/** Recognizes a file by its first {@link HEAD_CHARS} characters; null for an unknown format. */
export function detectFormat(head: string, fileName: string): FormatName | null {
  const read = fileHead(head, fileName);
  if (read.objects.some((line) => line.type === 'header' && line.format === 'tierscope')) return 'tierscope';
  return NAMES.find((name) => FOREIGN_FORMATS[name].recognizes(read)) ?? null;
}

/** Recognizes a binary file by its first bytes. */
export function detectBinary(head: Uint8Array): ForeignFormatName | undefined {
  return NAMES.find((name) => binaryOf(name)?.recognizesBytes?.(head));
}

/** Decodes a file in its format's own encoding; undefined if it is text. */
export function binaryText(name: ForeignFormatName, bytes: Uint8Array): string | undefined {
  return binaryOf(name)?.textOf?.(bytes);
}

function binaryOf(name: ForeignFormatName): DocumentFormat | undefined {
  const format: LineFormat | DocumentFormat = FOREIGN_FORMATS[name];
  return format.kind === 'document' ? format : undefined;
}

/** The supported formats by the names of their tools, in alphabetical order. */
export const FORMAT_TITLES = [
  ...new Set(['Tierscope', ...NAMES.map((name) => FOREIGN_FORMATS[name].title.split(', ')[0] ?? '')]),
].sort((one, other) => textOrder(one.toLowerCase(), other.toLowerCase()));

/** The titles of the logs of hosts: they tell how a host starts its servers. */
export const HOST_LOG_TITLES: ReadonlySet<string> = new Set(
  [claudeCodeLog, ...Object.values(HOST_LOGS)].map(({ title }) => title),
);

export function formatTitle(name: FormatName): string {
  return name === 'tierscope' ? 'Tierscope' : FOREIGN_FORMATS[name].title;
}

export function isLineBased(name: ForeignFormatName): boolean {
  return FOREIGN_FORMATS[name].kind === 'lines';
}
