import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '../../app/base/result.ts';
import { problemsNamed } from '../../app/frame/view/view-filter.ts';

/** How long the rows of problems that a filter names may be out of date, in milliseconds. */
const PROBLEMS_EVERY_MS = 1000;

/** Gives the seqs of the rows of a problem, which take a while to be known. */
export type ReadProblemRows = (session: string, problem: string) => Promise<Result<readonly number[]>>;

/** The rows of the problems that a filter names. */
export class NamedProblems {
  readonly #read: ReadProblemRows;
  readonly #onFound: (session: string, seqs: readonly number[]) => void;
  #named: readonly string[] = [];
  #sessions: readonly string[] = [];
  /** By session, then by problem. */
  readonly #rows = new Map<string, Map<string, ReadonlySet<number>>>();
  #isWaiting = false;

  /** `onFound` hears which rows are of a problem now, or no more. */
  constructor(read: ReadProblemRows, onFound: (session: string, seqs: readonly number[]) => void) {
    this.#read = read;
    this.#onFound = onFound;
  }

  /** The problems that a row shows, of those that are named. */
  readonly at = (session: string, seq: number): readonly string[] => {
    const rows = this.#rows.get(session);
    return rows === undefined ? [] : this.#named.filter((problem) => rows.get(problem)?.has(seq));
  };

  /** Takes what a filter says; resolves once the rows of its problems are known. */
  async name(sessions: readonly string[], text: string): Promise<void> {
    const named = problemsNamed(text);
    const isSame = named.join() === this.#named.join() && sessions.join() === this.#sessions.join();
    this.#named = named;
    this.#sessions = sessions;
    if (!isSame) await this.#readAll();
  }

  /** A log has grown: its problems are read again in a while. */
  grew(session: string): void {
    if (this.#named.length === 0 || this.#isWaiting || !this.#sessions.includes(session)) return;
    this.#isWaiting = true;
    void pause(PROBLEMS_EVERY_MS, undefined, { ref: false }).then(() => {
      this.#isWaiting = false;
      return this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    for (const session of this.#sessions) {
      for (const problem of this.#named) await this.#readRows(session, problem);
    }
  }

  async #readRows(session: string, problem: string): Promise<void> {
    const read = await this.#read(session, problem);
    // A session without records has no rows of any problem.
    const seqs = new Set(read.ok ? read.value : []);
    const rows = this.#rows.get(session) ?? new Map<string, ReadonlySet<number>>();
    const before = rows.get(problem) ?? new Set<number>();
    this.#rows.set(session, rows.set(problem, seqs));
    const news = [
      ...[...seqs].filter((seq) => !before.has(seq)),
      ...[...before].filter((seq) => !seqs.has(seq)),
    ];
    if (news.length > 0) this.#onFound(session, news);
  }
}
