import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

const waiting: (() => Promise<void>)[] = [];

type PropsOf<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : never;

/** A named part of the screen whose script loads after the first paint; React's `lazy` would wait 300 ms. */
export function later<Name extends string, Script extends { readonly [Part in Name]: unknown }>(
  name: Name,
  load: () => Promise<Script>,
): (props: PropsOf<Script[Name]>) => ReactNode {
  type Props = PropsOf<Script[Name]>;
  let loaded: ((props: Props) => ReactNode) | Error | undefined;
  let loading: Promise<void> | undefined;
  const readers = new Set<() => void>();
  const subscribe = (reader: () => void) => {
    readers.add(reader);
    return () => readers.delete(reader);
  };
  const start = () => {
    loading ??= load()
      .then((script) => script[name] as (props: Props) => ReactNode)
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
