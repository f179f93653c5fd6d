import type { ListEnd } from '../../app/contract/commands.ts';
import type { LiveInfo } from '../../app/contract/session-info.ts';
import type { ListKind } from '../session/protocol-client.ts';

/** What is known of a session when a list of its server is asked for. */
export type ListedSession = {
  /** The process that runs; null for none. */
  readonly pid: number | null;
  readonly changes: LiveInfo['changes'];
  readonly listAll: (what: ListKind) => Promise<ListEnd>;
};

type Shared = { readonly end: Promise<ListEnd>; readonly version: string; isOver: boolean };

/** A longer list is not kept: it stands in the log, and whoever wants it again has it listed again. */
const MAX_KEPT = 20_000;

/**
 * The lists of one session's server, requested once however many windows show them: a request that is in flight
 * stands for all, and so does its list until the server says that it changed, or is started anew.
 */
export class SharedLists {
  readonly #session: () => ListedSession;
  readonly #lists = new Map<ListKind, Shared>();

  constructor(session: () => ListedSession) {
    this.#session = session;
  }

  /** The list; `again` asks for it although it has not changed. */
  list(what: ListKind, again: boolean): Promise<ListEnd> {
    const session = this.#session();
    const version = versionOf(session, what);
    const known = this.#lists.get(what);
    // Servers do not say when their tasks are others.
    const isKept = known?.version === version && !(known.isOver && (again || what === 'tasks'));
    if (known !== undefined && isKept) return known.end;
    const shared: Shared = { end: session.listAll(what), version, isOver: false };
    this.#lists.set(what, shared);
    const over = (isWorthKeeping: boolean) => {
      shared.isOver = true;
      if (!isWorthKeeping && this.#lists.get(what) === shared) this.#lists.delete(what);
    };
    shared.end.then(
      ({ items }) => over(items.length <= MAX_KEPT),
      () => over(false),
    );
    return shared.end;
  }
}

/** Another text means: what was listed may be another list now. */
function versionOf({ pid, changes }: ListedSession, what: ListKind): string {
  return `${pid} ${what === 'tasks' ? '' : changes[what === 'resourceTemplates' ? 'resources' : what]}`;
}
