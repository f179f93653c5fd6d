import type { Vocabulary } from '../../app/query/complete-query.ts';
import type { SessionLog } from '../store/session-log.ts';

/** Rows that are read for completions: the newest of a long log. */
const READ_ROWS = 4000;

/** The methods, tools and codes that a log holds, for completions of the filter. */
export function logVocabulary(log: SessionLog): Vocabulary {
  const methods = new Set<string>();
  const tools = new Set<string>();
  const codes = new Set<string>();
  const { table } = log.mirror;
  for (let index = Math.max(0, table.length - READ_ROWS); index < table.length; index += 1) {
    const row = table.row(index);
    if (row === undefined || row.kind !== 'frame' || row.shape === 'invalid') continue;
    if (row.method !== '') methods.add(row.method);
    if (row.method === 'tools/call' && row.target !== '') tools.add(row.target);
    if (row.code !== '') codes.add(row.code);
  }
  return { methods: [...methods].sort(), tools: [...tools].sort(), codes: [...codes].sort() };
}
