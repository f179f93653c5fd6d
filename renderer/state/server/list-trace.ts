import type { Row } from '../../../app/frame/row.ts';
import { LIST_METHODS, type Listed } from './listed.ts';

/** Where one list of a server stands, by the log. */
export class ListTrace {
  /** The answers that hold a page of the list, oldest first. */
  readonly answers: number[] = [];
  /** The last request for a page; 0 for none. */
  lastRequest = 0;
  /** The last notification that the list is another one; 0 for none. */
  lastChange = 0;
  #lastRow: Row | undefined;

  /** The outcome of the last request; empty if there was none. */
  get lastOutcome(): Row['outcome'] {
    return this.#lastRow?.outcome ?? '';
  }

  /** True if the server said, after the last request, that the list is another one. */
  get stale(): boolean {
    return this.lastRequest > 0 && this.lastChange > this.lastRequest;
  }

  added(row: Row): void {
    if (row.shape === 'request') {
      this.lastRequest = row.seq;
      this.#lastRow = row;
    } else if (row.shape === 'result' && holdsPage(row)) this.answers.push(row.seq);
  }

  changed(row: Row): void {
    if (row.seq === this.lastRequest) this.#lastRow = row;
  }
}

/** A client that rejects one entry gets no list at all, but its user still wants to see and to try what came. */
function holdsPage({ outcome }: Row): boolean {
  return outcome === 'ok' || outcome === 'rejected by the client';
}

/** Lists by the method that asks for them. */
export const LISTED_BY: ReadonlyMap<string, Listed> = new Map(
  Object.entries(LIST_METHODS).map(([what, method]) => [method, what as Listed]),
);

/** Which lists a notification makes stale; templates come and go with the resources. */
export const CHANGED_BY: ReadonlyMap<string, readonly Listed[]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates']],
  ['notifications/prompts/list_changed', ['prompts']],
]);

/** Names said of each kind of change; more are counted. */
const MAX_NAMED = 3;

/** What changed from one list to the next, by name, in one sentence that begins with why it was asked for. */
export function listNews(
  before: readonly string[],
  after: readonly string[],
  why: 'changed' | 'restarted' = 'changed',
): string {
  const had = new Set(before);
  const has = new Set(after);
  const added = after.filter((name) => !had.has(name));
  const removed = before.filter((name) => !has.has(name));
  const parts = [
    ...(added.length > 0 ? [`added ${some(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${some(removed)}`] : []),
  ];
  const what = parts.length === 0 ? 'the names are the same' : parts.join('; ');
  const reason = why === 'changed' ? 'The server changed this list' : 'The server was started anew';
  return `${reason}, and ${why === 'changed' ? 'it' : 'this list'} was read again: ${what}.`;
}

function some(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${listed} and ${names.length - MAX_NAMED} more` : listed;
}
