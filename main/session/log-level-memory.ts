/** The log level that a session's server was told last. A server that starts anew knows nothing of it. */
export class LogLevelMemory {
  #now = '';
  #before = '';

  get told(): { readonly logLevel: string; readonly logLevelBefore: string } {
    return { logLevel: this.#now, logLevelBefore: this.#before };
  }

  set(level: string): void {
    this.#now = level;
    this.#before = '';
  }

  /** Another process: the level is not sent again by itself, since nobody asked for that message. */
  restarted(): void {
    if (this.#now !== '') this.#before = this.#now;
    this.#now = '';
  }
}
