const PREFIX = 'tierscope.';

/** A setting kept from an earlier start, or undefined if there is none or storage is denied. */
export function readRemembered(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // A denied storage or a damaged entry is as good as no entry.
    return undefined;
  }
}

/** Keeps a setting for the next start; where storage is denied or full, it lasts until the page closes. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // The screen works without; there is nothing that a user could do.
  }
}
