const PREFIX = 'tierscope.';

/** A setting kept from an earlier start, or undefined if there is none or storage is denied. */
export function readRemembered(key: string, storage = () => localStorage): unknown {
  try {
    const text = storage().getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // A denied storage or a damaged entry is as good as no entry.
    return undefined;
  }
}

/** Keeps a setting for the next start; if storage is denied or full, it lasts until the page closes. */
export function remember(key: string, value: unknown, storage = () => localStorage): void {
  try {
    storage().setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The screen works without; there is nothing that a user could do.
  }
}
