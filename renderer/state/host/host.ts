import { useEffect, useState } from 'react';
import { err, errorMessage, type Result } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import { notify } from '../screen/screen-store.ts';

let attached: Commands | undefined;

/** The name of this window among those of one host; changes with each load of the page. */
export const WINDOW = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Sets the host that the screen uses; called once, before the first render. */
export function attachHost(commands: Commands): void {
  attached = commands;
}

export function host(): Commands {
  if (attached === undefined) throw new Error('a command before attachHost');
  return attached;
}

/** The answer of a command; a refusal or a lost connection becomes a failure with a sentence. */
export async function settled<Value>(answer: Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await answer;
  } catch (reason) {
    return err(errorMessage(reason));
  }
}

/** Awaits a command whose failure belongs to no field, and shows the failure as a notice. */
export async function notifyFailure<Value>(answer: Promise<Result<Value>>): Promise<Value | undefined> {
  const result = await settled(answer);
  if (result.ok) return result.value;
  notify({ level: 'error', text: result.error });
  return undefined;
}

/**
 * The value that `load` gave for `key`: undefined while loading, and for an empty key, which loads nothing. Reloads
 * when one of `sources` changes, keeping the previous value as long as the key is the same.
 */
export function useLoaded<Value>(
  key: string,
  load: () => Promise<Value>,
  ...sources: readonly unknown[]
): Value | undefined {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly value: Value }>();
  useEffect(() => {
    if (key === '') return;
    let wanted = true;
    void load().then((value) => {
      if (wanted) setLoaded({ key, value });
    });
    return () => {
      wanted = false;
    };
  }, [key, ...sources]);
  return loaded?.key === key ? loaded.value : undefined;
}

/** True once `on` has been true for this long, in milliseconds, so that short states do not flicker. */
export function useSustained(on: boolean, forMs: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLasts(true), forMs);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [on, forMs]);
  return on && lasts;
}
