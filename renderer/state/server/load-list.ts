import { isJsonObject } from '../../../app/base/json-value.ts';
import { ok, type Result } from '../../../app/base/result.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import type { Listed } from '../../../app/session/server-activity.ts';
import type { Envelope } from '../../../app/wire/envelope.ts';
import { host, settled } from '../host/host.ts';
import { sessionLog } from '../log/log-mirrors.ts';
import { readInTurn, records } from '../log/use-record.ts';
import { LIST_LABELS } from './listed.ts';
import { serverActivity } from './server-activity.ts';
import { pageKey, setListFailure, setListing, useSidebar } from './sidebar-store.ts';

type ListSource = {
  /** The answers that contain a page, oldest first. */
  readonly answers: readonly number[];
  readonly rowOf: (seq: number) => Promise<Row | undefined>;
  readonly fetch: (seq: number) => Promise<Result<KnownRecord | undefined>>;
};

type LoadedList = {
  readonly items: readonly unknown[];
  readonly pages: number;
  readonly more: boolean;
};

/** A list with all of its pages, as last reported in the log (MCP, server/utilities/pagination). */
export async function loadList(source: ListSource, member: string): Promise<Result<LoadedList>> {
  const pages: (readonly unknown[])[] = [];
  let more = false;
  for (const seq of source.answers.toReversed()) {
    const answer = await read(source, seq);
    if (!answer.ok) return answer;
    const result = answer.value?.kind === 'result' ? answer.value.result : undefined;
    if (pages.length === 0) more = isJsonObject(result) && typeof result.nextCursor === 'string';
    const items: unknown = isJsonObject(result) ? result[member] : undefined;
    pages.unshift(Array.isArray(items) ? items : []);
    const request = await read(source, (await source.rowOf(seq))?.pair ?? 0);
    if (!request.ok) return request;
    if (!hasCursor(request.value)) break;
  }
  return ok({ items: pages.flat(), pages: pages.length, more });
}

/** A list from a session's log, without pages that arrived after the row `newest`. */
export function loggedList(
  session: string,
  what: Listed,
  newest = Number.POSITIVE_INFINITY,
): Promise<Result<LoadedList>> {
  const { mirror } = sessionLog(session);
  const source: ListSource = {
    answers: serverActivity(mirror)
      .trace(what)
      .answers.filter((seq) => seq <= newest),
    rowOf: (seq) => mirror.fetchRow(seq),
    fetch: (seq) => records.fetch(session, seq),
  };
  return loadList(source, what);
}

async function read(source: ListSource, seq: number): Promise<Result<Envelope | undefined>> {
  if (seq === 0) return ok(undefined);
  const record = await source.fetch(seq);
  if (!record.ok) return record;
  return ok(record.value?.type === 'frame' ? (await readInTurn(record.value)).envelope : undefined);
}

function hasCursor(request: Envelope | undefined): boolean {
  return request?.kind === 'request' && isJsonObject(request.params) && request.params.cursor !== undefined;
}

/** Requests every page of a list, once for all windows unless `again`; undefined if some are missing. */
export async function refreshList(
  session: string,
  what: Listed,
  again = false,
): Promise<readonly unknown[] | undefined> {
  if (useSidebar.getState().listing[pageKey(session, what)] === true) return undefined;
  setListing(session, what, true);
  setListFailure(session, what, '');
  const listed = await settled(host().listAll({ session, what, again }));
  setListing(session, what, false);
  if (!listed.ok) {
    setListFailure(session, what, listed.error);
    return undefined;
  }
  const { failure, pages, items } = listed.value;
  if (failure === '') return items;
  const kept = pages > 1 ? ` The ${items.length} ${LIST_LABELS[what]} of the pages before are kept.` : '';
  setListFailure(session, what, `${pages > 1 ? `Page ${pages}: ` : ''}${failure}${kept}`);
  return undefined;
}
