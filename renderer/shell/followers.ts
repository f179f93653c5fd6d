import { followFailedStarts } from '../connect/session/follow-failed-starts.ts';
import { followPin } from '../lookup/lookup-store.ts';
import { followFrontView } from '../state/log/front-view.ts';
import { followWatchedRestarts } from '../state/problems/follow-watched-restarts.ts';
import { followOpenedFiles } from '../state/runs/recent-store.ts';
import { followDrafts } from '../state/server/follow-drafts.ts';
import { followFirstStart } from '../state/session/follow-first-start.ts';
import { followFilter } from '../traffic/filter/row-filter.ts';
import { followSavedFilters } from '../traffic/filter/saved-filters-menu.tsx';
import { followClosedSessions } from '../traffic/replay/replay-control.ts';
import { followSearch } from '../traffic/search/follow-search.ts';

/** What follows the screen's state, in the order of starting; each lasts as long as the page. */
export const FOLLOWERS = [
  followFilter,
  followFrontView,
  followSavedFilters,
  followSearch,
  followClosedSessions,
  followOpenedFiles,
  followDrafts,
  followWatchedRestarts,
  followFailedStarts,
  followPin,
  followFirstStart,
];
