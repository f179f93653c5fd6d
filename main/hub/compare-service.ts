import type { CompareSide, ComparisonSummary, RunPart } from '../../app/analysis/compare/held-comparison.ts';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type { COMPARE_COMMANDS } from '../../app/contract/compare-commands.ts';
import { CompareThread } from '../recording/analysis/compare-thread.ts';
import { recordPages } from '../recording/record-store.ts';
import type { ReRun } from './re-run.ts';
import { RunRegistry } from './run-registry.ts';
import type { OpenTabs } from './tabs.ts';

type Opening = CommandInput<'openComparison'>;

/** The comparisons of all screens, each in its own thread. */
export class CompareService {
  readonly #tabs: OpenTabs;
  readonly #script: string | undefined;
  readonly #runTo: (session: string) => ReRun | undefined;
  readonly #threads = new RunRegistry<CompareThread>(4, 'This comparison was closed. Compare again.');

  /** `script` is the built worker; `runTo` finds the latest re-run of a session. */
  constructor(tabs: OpenTabs, script: string | undefined, runTo: (session: string) => ReRun | undefined) {
    this.#tabs = tabs;
    this.#script = script;
    this.#runTo = runTo;
  }

  readonly commands: Handlers<typeof COMPARE_COMMANDS> = {
    openComparison: (opening) => this.#open(opening),
    setComparisonNoise: ({ comparison, noise }) =>
      this.#threads.with(comparison, (thread) => thread.request('compare', noise)),
    readComparison: ({ comparison, classes, from, limit }) =>
      this.#threads.with(comparison, (thread) => thread.request('page', classes, from, limit)),
    readComparedRow: ({ comparison, number }) =>
      this.#threads.with(comparison, (thread) => thread.request('detail', number)),
    closeComparison: async ({ comparison }) => this.#threads.end(comparison),
  };

  close(): void {
    this.#threads.close();
  }

  async #open(opening: Opening): Promise<Result<{ comparison: string; summary: ComparisonSummary }>> {
    const parts = this.#parts(opening);
    if (!parts.ok) return parts;
    const thread = new CompareThread(this.#script);
    const name = this.#threads.add(thread);
    const summary = await this.#compare(thread, opening, parts.value);
    if (!summary.ok) {
      this.#threads.end(name);
      return summary;
    }
    return ok({ comparison: name, summary: summary.value });
  }

  async #compare(thread: CompareThread, opening: Opening, parts: Parts): Promise<Result<ComparisonSummary>> {
    for (const side of ['left', 'right'] as const) {
      const read = await this.#feed(thread, side, opening[side].session);
      if (!read.ok) return read;
    }
    const closed = await thread.request('close', parts.left, parts.right);
    return closed.ok ? thread.request('compare', opening.noise) : closed;
  }

  /** Sends the thread every record of a session: the findings of a part depend on what comes before it. */
  async #feed(thread: CompareThread, side: CompareSide, session: string): Promise<Result<null>> {
    const tab = this.#tabs.get(session);
    if (!tab.ok) return tab;
    for await (const records of recordPages(tab.value.source.store)) {
      const taken = await thread.request('take', side, records);
      if (!taken.ok) return taken;
    }
    return ok(null);
  }

  #parts({ left, right, sentTo }: Opening): Result<Parts> {
    for (const { session, from = 0, to } of [left, right]) {
      const tab = this.#tabs.get(session);
      if (!tab.ok) return tab;
      const { source, info } = tab.value;
      if (source.kind === 'opening') return source.refusal;
      if (to !== undefined && to < from) {
        return err(`In ${info.label} the last row, ${to}, comes before the first one, ${from}.`);
      }
    }
    if (sentTo === undefined) return ok({ left: partOf(left), right: partOf(right) });
    const run = this.#runTo(sentTo);
    if (run === undefined) return err('Nothing was re-run in this session.');
    const { before, after } = run.seqs;
    return ok({ left: { from: 0, seqs: before }, right: { from: 0, seqs: after } });
  }
}

type Parts = { readonly left: RunPart; readonly right: RunPart };

function partOf({ from = 0, to }: Opening['left']): RunPart {
  return { from, to };
}
