import { codeName } from '../../../app/codes/code-name.ts';
import type { LookupContext } from '../../../app/codes/lookup-context.ts';
import type { Row } from '../../../app/frame/row.ts';

/** Names the code of a row for people; empty if there is none. */
export type CodeNamer = (row: Row) => string;

const KEPT = 1000;

/** Names codes as the catalogue reads them in this session; the same row is looked up once. */
export function codeNamer(session: LookupContext): CodeNamer {
  const known = new Map<string, string>();
  return (row) => {
    const key = JSON.stringify([row.code, row.method, row.text]);
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    if (known.size >= KEPT) known.clear();
    const name = codeName(row.code, contextOf(row, session));
    known.set(key, name);
    return name;
  };
}

function contextOf(row: Row, session: LookupContext): LookupContext {
  const seen = { ...session, message: row.text, method: row.method };
  return row.tier === 'ok' ? seen : { ...seen, tier: row.tier };
}
