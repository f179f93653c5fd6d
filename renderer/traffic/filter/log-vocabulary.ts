import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ALL_RULES } from '../../../app/findings/all-rules.ts';
import type { NamedValue, Vocabulary } from '../../../app/query/complete-query.ts';
import type { RowSource } from '../../state/log/row-source.ts';
import type { SessionLog } from '../../state/log/session-log.ts';

/** Rows that are read for completions: the newest of a long log. */
const READ_ROWS = 4000;
const MOST_TEXTS = 40;

type Words = {
  readonly methods: Set<string>;
  readonly tools: Set<string>;
  readonly codes: Set<string>;
  /** The newest ones first, as far as they stand out. */
  readonly ids: Set<string>;
  readonly texts: Set<string>;
};

/** What the logs hold that a filter may ask for, the sessions and the rules by their names. */
export function logVocabulary(rows: RowSource, sessions: readonly SessionInfo[]): Vocabulary {
  const logs = rows.sessions.map(({ log }) => log);
  const words: Words = {
    methods: new Set(),
    tools: new Set(),
    codes: new Set(),
    ids: new Set(),
    texts: new Set(),
  };
  for (const log of logs) readWords(log, Math.floor(READ_ROWS / logs.length), words);
  return {
    methods: [...words.methods].sort(),
    tools: [...words.tools].sort(),
    codes: [...words.codes].sort(),
    ids: [...words.ids],
    texts: [...words.texts],
    sessions: sessionValues(sessions),
    rules: ruleValues(logs),
  };
}

function readWords({ mirror: { table } }: SessionLog, most: number, words: Words): void {
  for (let index = table.length - 1; index >= Math.max(0, table.length - most); index -= 1) {
    const row = table.row(index);
    if (row === undefined || row.kind !== 'frame' || row.shape === 'invalid') continue;
    if (row.method !== '') words.methods.add(row.method);
    if (row.method === 'tools/call' && row.target !== '') words.tools.add(row.target);
    if (row.code !== '') words.codes.add(row.code);
    if (row.id !== '') words.ids.add(row.id.replace(/^"(.*)"$/, '$1'));
    if (row.tier !== 'ok' && row.text !== '' && words.texts.size < MOST_TEXTS) words.texts.add(row.text);
  }
}

/** Each label, and each tab's own name where labels are shared. */
function sessionValues(sessions: readonly SessionInfo[]): NamedValue[] {
  const labels = [...new Set(sessions.map(({ label }) => label))].map((label) => {
    const own = sessions.filter((info) => info.label === label);
    return { value: label, meaning: own.length > 1 ? `${own.length} sessions` : (own[0]?.session ?? '') };
  });
  return [...labels, ...sessions.map(({ session, label }) => ({ value: session, meaning: label }))];
}

/** The rules with a finding here come first. */
function ruleValues(logs: readonly SessionLog[]): NamedValue[] {
  const counts = new Map<string, number>();
  for (const { findings } of logs) {
    for (const { rule } of findings.list) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const named = ALL_RULES.map(({ id, title }) => ({ id, title, count: counts.get(id) ?? 0 }));
  return [...named.filter(({ count }) => count > 0), ...named.filter(({ count }) => count === 0)].map(
    ({ id, title, count }) => ({ value: id, meaning: count === 0 ? title : `${title} (${count} here)` }),
  );
}
