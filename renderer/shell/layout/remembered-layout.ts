import { useState } from 'react';
import type { Layout } from 'react-resizable-panels';
import { readRemembered, remember } from '../../state/screen/stored-entries.ts';

/** The sizes of a panel group as the user left them, kept across restarts. */
export function useRememberedLayout(name: string) {
  const key = `layout.${name}`;
  const [kept, setKept] = useState(() => readRemembered(key));
  const onLayoutChanged = (layout: Layout, meta: { readonly isUserInteraction: boolean }) => {
    if (!meta.isUserInteraction) return;
    remember(key, layout);
    setKept(layout);
  };
  return { defaultLayout: isLayout(kept) ? kept : undefined, onLayoutChanged };
}

function isLayout(value: unknown): value is Layout {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((size) => typeof size === 'number');
}
