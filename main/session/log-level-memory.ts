import type { ClientCall } from './protocol-client.ts';

/** The log level that a session's server was last set to. A server that starts anew knows nothing of it. */
export class LogLevelMemory {
  #now = '';
  #before = '';

  get reported(): { readonly logLevel: string; readonly logLevelBefore: string } {
    return { logLevel: this.#now, logLevelBefore: this.#before };
  }

  set(level: string): void {
    this.#now = level;
    this.#before = '';
  }

  /** Another process: the level is not repeated by itself, since nobody asked for that message. */
  restarted(): void {
    if (this.#now !== '') this.#before = this.#now;
    this.#now = '';
  }
}

/** The level that a call sets; empty if it sets none. */
export function levelIn(call: ClientCall): string {
  if (call.kind === 'log-level') return call.level;
  if (call.kind !== 'request' || call.method !== 'logging/setLevel') return '';
  const level = call.params?.level;
  return typeof level === 'string' ? level : '';
}
