import type { z } from 'zod';
import { create } from 'zustand';

/** Entries that a user saves by name, per server; an entry with the same name and `aboutOf` is replaced. */
export function storedEntries<Entry extends { readonly server: string; readonly name: string }>(
  key: string,
  entrySchema: z.ZodType<Entry>,
  aboutOf: (entry: Entry) => string,
) {
  const read = (stored: unknown): Entry[] => {
    const entries = Array.isArray(stored) ? stored : [];
    return entries.map((entry) => entrySchema.safeParse(entry).data).filter((entry) => entry !== undefined);
  };
  const isSame = (first: Entry, second: Entry) =>
    first.server === second.server && first.name === second.name && aboutOf(first) === aboutOf(second);
  const useEntries = create<readonly Entry[]>(() => read(readRemembered(key)));
  const keep = (entries: readonly Entry[]) => {
    useEntries.setState(entries, true);
    remember(key, entries);
  };
  return {
    read,
    useEntries,
    save(entry: Entry): void {
      const entries = useEntries.getState();
      const at = entries.findIndex((other) => isSame(other, entry));
      keep(at < 0 ? [...entries, entry] : entries.with(at, entry));
    },
    remove(entry: Entry): void {
      keep(useEntries.getState().filter((other) => !isSame(other, entry)));
    },
  };
}

const PREFIX = 'tierscope.';

/** A setting saved by an earlier start; undefined if there is none or storage is denied. */
export function readRemembered(key: string, storage = () => localStorage): unknown {
  try {
    const text = storage().getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Denied storage or a damaged entry counts as no entry.
    return undefined;
  }
}

/** Saves a setting for the next start; if storage is denied or full, it lasts until the page closes. */
export function remember(key: string, value: unknown, storage = () => localStorage): void {
  try {
    storage().setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The screen works without it, and the user could do nothing about it.
  }
}
