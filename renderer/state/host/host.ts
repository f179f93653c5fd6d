import { useEffect, useState } from 'react';
import { err, errorMessage, type Result } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import { notify } from '../screen/screen-store.ts';

let attached: Commands | undefined;

/** Says which host the screen talks to; called once, before anything is drawn. */
export function attachHost(commands: Commands): void {
  attached = commands;
}

/** The host's commands. */
export function host(): Commands {
  if (attached === undefined) throw new Error('a command before attachHost');
  return attached;
}

/** A command's answer, with a refusal or a lost connection as a failure that has its sentence. */
export async function settled<Value>(answer: Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await answer;
  } catch (reason) {
    return err(errorMessage(reason));
  }
}

/** Awaits a command whose failure belongs to no field, and shows its sentence as a notice. */
export async function notifyFailure<Value>(answer: Promise<Result<Value>>): Promise<Value | undefined> {
  const result = await settled(answer);
  if (result.ok) return result.value;
  notify({ level: 'error', text: result.error });
  return undefined;
}

/**
 * What `load` gave for `key`: undefined until it is there, and for an empty key, which loads nothing. It is loaded
 * again when one of `sources` changes; the value before stays until then, as long as the key is the same.
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

/** True once `on` has been true for this long, in milliseconds: what passes sooner would only flicker. */
export function useLasting(on: boolean, forMs: number): boolean {
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
