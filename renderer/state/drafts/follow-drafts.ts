import { activateSession } from '../screen/screen-actions.ts';
import { useScreen } from '../screen/screen-store.ts';
import { useRail } from '../server/rail-store.ts';
import { useAsks } from '../server-requests/asks-store.ts';
import { keptDrafts, readKeptDrafts } from './kept-drafts.ts';

const KEY = 'tierscope.drafts';
const PAUSE_MS = 400;

/**
 * Keeps what was typed over a reload of the page. It is forgotten with the page's tab or window, unlike what
 * `remembered.ts` keeps: arguments and answers may hold what nobody wants to leave on a disk.
 */
export function followDrafts(storage: () => Storage = () => sessionStorage): void {
  const stop = useScreen.subscribe(({ hello, sessions }) => {
    if (hello === null) return;
    stop();
    const drafts = readKeptDrafts(read(storage), sessions);
    if (drafts !== undefined) {
      useRail.setState(drafts.rail);
      useAsks.setState({ drafts: drafts.asks });
      if (drafts.active !== null) activateSession(drafts.active);
    }
    follow(storage);
  });
}

function follow(storage: () => Storage): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const { sessions, active } = useScreen.getState();
    write(
      storage,
      keptDrafts({ rail: useRail.getState(), asks: useAsks.getState().drafts, active }, sessions),
    );
  };
  const soon = () => {
    timer ??= setTimeout(keep, PAUSE_MS);
  };
  useRail.subscribe(soon);
  useAsks.subscribe(soon);
  useScreen.subscribe((state, before) => {
    if (state.sessions !== before.sessions || state.active !== before.active) soon();
  });
  addEventListener('pagehide', keep);
}

function read(storage: () => Storage): string {
  try {
    return storage().getItem(KEY) ?? '';
  } catch {
    // A denied storage is as good as an empty one.
    return '';
  }
}

function write(storage: () => Storage, text: string): void {
  try {
    storage().setItem(KEY, text);
  } catch {
    // The screen works without; there is nothing that a user could do.
  }
}
