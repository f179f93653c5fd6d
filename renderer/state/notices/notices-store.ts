import { create } from 'zustand';
import type { Notice } from '../../../app/contract/events.ts';

export type ShownNotice = Notice & { readonly key: number };

/** More would hide the log: the oldest gives way. */
const MOST = 4;

/** The notices in sight, the newest last. */
export const useNotices = create<{ readonly notices: readonly ShownNotice[] }>(() => ({ notices: [] }));

let lastKey = 0;

/** Shows a sentence until the user dismisses it; an `info` also goes by itself (see `notices.tsx`). */
export function notify(notice: Notice): void {
  lastKey += 1;
  const shown = { ...notice, key: lastKey };
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((other) => other.text !== notice.text), shown].slice(-MOST),
  }));
}

export function dismissNotice(key: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.key !== key) }));
}
