import { perKey } from '../../app/base/per-key.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { LogIndex } from '../../app/frame/view/log-index.ts';
import type { ViewedLog } from '../../app/frame/view/view-filter.ts';
import { ServerActivity } from '../../app/session/server-activity.ts';
import { hostTurns } from '../system/turn-slices.ts';
import type { Tab } from './tab.ts';
import type { OpenTabs } from './tabs.ts';

/** How long small work may run without yielding, in milliseconds. */
const AT_ONCE_MS = 8;

/** The logs of the open tabs with their indexes, which live as long as their rows. */
export class TabLogs {
  readonly #tabs: OpenTabs;
  readonly #indexOf = perKey((table: RowTable) => new LogIndex(table));
  readonly #rulesOf = perKey((tab: Tab) => new FoundRules(tab));
  readonly activity = perKey((index: LogIndex) => {
    const activity = new ServerActivity();
    index.follow(activity);
    return activity;
  });

  constructor(tabs: OpenTabs) {
    this.#tabs = tabs;
  }

  /** The current rows of a session; undefined if it is closed. */
  table(session: string): RowTable | undefined {
    return this.#tabs.find(session)?.rowTable();
  }

  index(tab: Tab): LogIndex {
    return this.#indexOf(tab.rowTable());
  }

  rules(session: string): FoundRules | undefined {
    const tab = this.#tabs.find(session);
    return tab === undefined ? undefined : this.#rulesOf(tab);
  }

  /** The open ones among these sessions. */
  known(
    sessions: readonly string[],
    problemsAt: (session: string, seq: number) => readonly string[] = () => [],
  ): ViewedLog[] {
    return sessions.flatMap((session) => {
      const tab = this.#tabs.find(session);
      if (tab === undefined) return [];
      const { label, startedAt } = tab.info;
      return {
        ...{ session, label, index: this.index(tab), startMs: Date.parse(startedAt) || 0 },
        rulesAt: (seq: number) => this.rules(session)?.at(seq) ?? [],
        problemsAt: (seq: number) => problemsAt(session, seq),
      };
    });
  }

  /** The log of a session once every row is indexed. */
  async complete(session: string): Promise<Result<ViewedLog>> {
    const tab = this.#tabs.get(session);
    const [log] = this.known([session]);
    if (!tab.ok || log === undefined) return err(tab.ok ? 'This session is not open any more.' : tab.error);
    if (!log.index.advance(afterMs(AT_ONCE_MS))) await hostTurns.run(allRows(log.index));
    return ok(log);
  }
}

function* allRows(index: LogIndex): Generator<undefined, void> {
  while (!index.advance(() => true)) yield;
}

const NO_RULES: readonly string[] = [];

/** The rules with findings in each row, read only if a filter needs them. */
class FoundRules {
  readonly #tab: Tab;
  readonly #bySeq = new Map<number, string[]>();
  #read = 0;
  #revision = 0;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  at(seq: number): readonly string[] {
    return this.#bySeq.get(seq) ?? NO_RULES;
  }

  news(): number[] {
    const { findings, findingsRevision = 0 } = this.#tab.logState();
    const before = findingsRevision === this.#revision ? [] : [...this.#bySeq.keys()];
    if (findingsRevision !== this.#revision) {
      this.#bySeq.clear();
      this.#read = 0;
      this.#revision = findingsRevision;
    }
    const fresh = this.#tab.findings(this.#read, findings - this.#read);
    this.#read += fresh.length;
    for (const { seq, rule, name, setting } of fresh) {
      if (setting?.as === 'off') continue;
      const known = this.#bySeq.get(seq);
      if (known === undefined) this.#bySeq.set(seq, [rule, name]);
      else known.push(rule, name);
    }
    return [...before, ...fresh.map(({ seq }) => seq)];
  }
}

/** True once this much time has passed, in milliseconds. */
export function afterMs(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}
