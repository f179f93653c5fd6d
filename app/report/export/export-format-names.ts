/** The formats that a recording can be exported in; apart from their writers, since every start reads the names. */
export const EXPORT_FORMAT_NAMES = [
  'tierscope',
  'json-rpc',
  'mcpsnoop',
  'har',
  'markdown',
  'otlp',
  'vitest',
  'suite',
] as const;
export type ExportFormatName = (typeof EXPORT_FORMAT_NAMES)[number];
