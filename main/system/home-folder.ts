import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

/** The user's home folder; empty if the system names none, or one that depends on where the program was started. */
export function homeFolder(): string {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : '';
  } catch {
    return '';
  }
}
