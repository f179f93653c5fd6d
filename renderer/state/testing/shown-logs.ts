import { ok } from '../../../app/base/result.ts';
import { NO_FINDINGS } from '../../../app/findings/findings-near.ts';
import type { Row } from '../../../app/frame/row.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { followFrontView } from '../log/front-view.ts';
import { logGrew, logMirrors } from '../log/log-mirrors.ts';
import { useScreen } from '../screen/screen-store.ts';
import { attachStubHost } from './stub-host.ts';
import { StubViews } from './stub-views.ts';

/** Test logs that the page shows as in the app: it reads them from a host with their rows. */
export type ShownLogs = {
  clear(): void;
  add(session: string, rows: readonly Row[]): void;
  /** Makes the page read the last rows of a session. */
  grew(session: string): void;
  /** Resolves once the page shows everything. */
  shown(): Promise<void>;
  readonly views: StubViews;
};

let isFollowing = false;

export function shownLogs(): ShownLogs {
  let views = new StubViews();
  const attach = () =>
    attachStubHost({
      ...views.commands,
      readRows: async ({ session, from }) => {
        const table = views.table(session);
        const state = stateOf(session, table.length);
        const changed = table.block(0, 0);
        return ok({ ...state, from, rows: table.block(from, table.length), changed, patchesTo: 0 });
      },
      readFindingsNear: async () => ok({ findings: [], ...NO_FINDINGS }),
    });
  return {
    clear() {
      for (const { session } of useScreen.getState().sessions) logMirrors.forget(session);
      // The previous view belongs to another log, so it must be requested again.
      useScreen.setState({ link: 'lost' });
      views = new StubViews();
      attach();
    },
    add: (session, rows) => views.add(session, rows),
    grew: (session) => logGrew(stateOf(session, views.table(session).length)),
    async shown() {
      if (!isFollowing) followFrontView();
      isFollowing = true;
      // Each answer of the host may cause another request.
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    },
    get views() {
      return views;
    },
  };
}

function stateOf(session: string, length: number) {
  return { session, length, patches: 0, counts: noCounts(), dropped: 0, findings: 0 };
}
