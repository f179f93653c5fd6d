import { exportHar } from './export-har.ts';
import { exportJsonRpc } from './export-json-rpc.ts';
import { exportMarkdown } from './export-markdown.ts';
import { exportMcpsnoop } from './export-mcpsnoop.ts';
import { exportOtlp } from './export-otlp.ts';
import { exportTierscope } from './export-tierscope.ts';
import type { RecordingContent } from './recording-content.ts';

type ExportFormat = {
  readonly title: string;
  /** The usual end of such a file's name. */
  readonly suffix: string;
  /** What the format cannot carry, as one sentence; empty where it carries everything. */
  readonly leavesOut: string;
  readonly write: (content: RecordingContent) => Iterable<string>;
};

/** The formats of `convert --to` and of the window's export. */
export const EXPORT_FORMATS = {
  tierscope: { title: 'Tierscope', suffix: '.tierscope.jsonl', leavesOut: '', write: exportTierscope },
  'json-rpc': {
    title: 'JSON-RPC lines',
    suffix: '.jsonl',
    leavesOut:
      'Only frames are in it: no times, no directions, no stderr, nothing of the process or the client.',
    write: exportJsonRpc,
  },
  mcpsnoop: {
    title: 'mcpsnoop',
    suffix: '.jsonl',
    leavesOut: 'Starts, exits, client events and marks are left out; bytes that are not UTF-8 are replaced.',
    write: exportMcpsnoop,
  },
  har: {
    title: 'HAR',
    suffix: '.har',
    leavesOut: 'Only requests with their answers are in it: no notifications, no stderr, no stray lines.',
    write: exportHar,
  },
  markdown: {
    title: 'Markdown report',
    suffix: '.md',
    leavesOut: 'It is a report for people: it shows the errors with their messages, and the rest as counts.',
    write: exportMarkdown,
  },
  otlp: {
    title: 'OpenTelemetry (OTLP JSON)',
    suffix: '.otlp.json',
    leavesOut: 'It has a span for each request and no messages, no notifications, no stderr.',
    write: exportOtlp,
  },
} as const satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormatName[];

export function isExportFormat(name: string): name is ExportFormatName {
  return Object.hasOwn(EXPORT_FORMATS, name);
}

/** The recording in another format, in pieces of text that follow each other. */
export function exportRecording(name: ExportFormatName, content: RecordingContent): Iterable<string> {
  return EXPORT_FORMATS[name].write(content);
}
