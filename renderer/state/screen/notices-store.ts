import { create } from 'zustand';
import type { ScreenNotice } from '../../ui/controls/screen-services.ts';

export type ShownNotice = ScreenNotice & { readonly key: number };

/** More would hide the log: the oldest gives way. */
const MOST = 4;

/** The notices in sight, the newest last. */
export const useNotices = create<{ readonly notices: readonly ShownNotice[] }>(() => ({ notices: [] }));

let lastKey = 0;

/**
 * Shows a sentence until the user dismisses it; an `info` also goes by itself (see `notices.tsx`). It takes the place of
 * one with the same text or topic.
 */
export function notify(notice: ScreenNotice): void {
  lastKey += 1;
  const shown = { ...notice, key: lastKey };
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((other) => !isReplaced(other, notice)), shown].slice(-MOST),
  }));
}

function isReplaced(other: ScreenNotice, { text, topic }: ScreenNotice): boolean {
  return other.text === text || (topic !== undefined && other.topic === topic);
}

export function dismissNotice(key: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.key !== key) }));
}
