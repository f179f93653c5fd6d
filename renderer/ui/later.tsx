import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

const waiting: (() => Promise<void>)[] = [];

/** A part of the screen whose script loads after the first paint; React's `lazy` would wait 300 ms. */
export function later<Props extends object>(
  load: () => Promise<(props: Props) => ReactNode>,
): (props: Props) => ReactNode {
  let loaded: ((props: Props) => ReactNode) | Error | undefined;
  let loading: Promise<void> | undefined;
  const readers = new Set<() => void>();
  const subscribe = (reader: () => void) => {
    readers.add(reader);
    return () => readers.delete(reader);
  };
  const start = () => {
    loading ??= load()
      .catch((reason) => (reason instanceof Error ? reason : new Error(String(reason))))
      .then((result) => {
        loaded = result;
        for (const reader of [...readers]) reader();
      });
    return loading;
  };
  waiting.push(start);
  return function Later(props: Props) {
    const Part = useSyncExternalStore(subscribe, () => loaded);
    useEffect(() => void start(), []);
    if (Part instanceof Error) throw Part;
    return Part === undefined ? null : <Part {...props} />;
  };
}

/** Loads every part that was not opened yet, one at a time while the page is idle. */
export async function loadTheRest(): Promise<void> {
  for (const start of waiting) {
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 2000 }));
    await start();
  }
}
