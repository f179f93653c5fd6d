import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import type { TemplateContext } from '../../app/raw-editor/template.ts';

/** Rows that are looked at, from the newest on, for ids and a tool. */
const LOOKED_AT = 20_000;

/** What the templates are filled in with, as the log of a session tells it. */
export function sessionContext(info: SessionInfo, table: RowTable): TemplateContext {
  const { usedId, openId, tool } = seenIn(table);
  return {
    revision: info.protocolVersion ?? '',
    // The log only grows, so its length has numbered no id before.
    freshId: JSON.stringify(`h${table.length}`),
    usedId: usedId ?? '1',
    openId: openId ?? usedId ?? '1',
    tool: tool ?? 'echo',
  };
}

type Seen = { usedId?: string; openId?: string; tool?: string };

/** The ids and the tool that the newest requests of this side have used. */
export function seenIn(table: RowTable): Seen {
  const seen: Seen = {};
  const end = Math.max(0, table.length - LOOKED_AT);
  for (let index = table.length - 1; index >= end; index -= 1) {
    const row = table.row(index);
    if (row?.shape !== 'request' || row.direction !== 'client-to-server') continue;
    seen.usedId ??= row.id;
    if (row.outcome === 'pending') seen.openId ??= row.id;
    if (row.method === 'tools/call' && row.target !== '') seen.tool ??= row.target;
  }
  return seen;
}
