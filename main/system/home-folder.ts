import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

/** The user's home folder; empty if the system has none, or only a relative one. */
export function homeFolder(): string {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : '';
  } catch {
    return '';
  }
}
