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
/** Those of them that are tests of a server. */
export const TEST_FORMAT_NAMES = ['vitest', 'suite'] as const satisfies readonly ExportFormatName[];
export type ExportFormatName = (typeof EXPORT_FORMAT_NAMES)[number];
