import { ok, type Result } from '../../app/base/result.ts';
import { type KnownRecord, shownFrame } from '../../app/frame/record.ts';
import { epochOf } from '../../app/recording/export/recording-content.ts';
import { formatTitle } from '../../app/recording/import/formats.ts';
import {
  callKey,
  type RecordSource,
  TRANSCRIPTS,
  TranscriptReads,
} from '../../app/recording/transcript-reads.ts';
import { readEnvelope } from '../../app/wire/envelope.ts';
import type { Source, Tab } from './tab.ts';
import type { OpenTabs } from './tabs.ts';

const MAX_RECORDS = 100_000;
const TITLES: ReadonlySet<string> = new Set([...TRANSCRIPTS].map(formatTitle));

/** Joins the calls of open tabs with the transcripts that are open beside them. */
export class TranscriptJoins {
  readonly #tabs: OpenTabs;
  readonly #reads = new WeakMap<Source, Promise<TranscriptReads>>();

  constructor(tabs: OpenTabs) {
    this.#tabs = tabs;
  }

  /** What the model read of this answer to a tool call; null if no open transcript has it. */
  async readOf(session: string, seq: number): Promise<Result<string | null>> {
    const tab = this.#tabs.get(session);
    if (!tab.ok) return tab;
    const transcripts = this.#tabs.all().filter((one) => one !== tab.value && isTranscriptTab(one));
    const table = tab.value.rowTable();
    const row = table.row(table.indexOf(seq));
    if (transcripts.length === 0 || row?.method !== 'tools/call' || row.pair === 0) return ok(null);
    const [request] = await tab.value.source.store.readRecords(row.pair, row.pair, 1);
    const envelope = request?.type === 'frame' ? readEnvelope(shownFrame(request)) : undefined;
    if (envelope?.kind !== 'request') return ok(null);
    const endMs = epochOf(tab.value.info, row.at);
    for (const { source } of transcripts) {
      const read = (await this.#readsOf(source)).readOf(callKey(envelope.params), endMs);
      if (read !== undefined) return ok(read);
    }
    return ok(null);
  }

  #readsOf(source: Source): Promise<TranscriptReads> {
    const known = this.#reads.get(source);
    if (known !== undefined) return known;
    const records = source.store.readRecords(0, Number.MAX_SAFE_INTEGER, MAX_RECORDS);
    const reads = records.then((all) => readsIn(all, { header: source.about }));
    this.#reads.set(source, reads);
    return reads;
  }
}

function readsIn(records: readonly KnownRecord[], from: RecordSource): TranscriptReads {
  const reads = new TranscriptReads();
  for (const record of records) reads.take(record, from);
  return reads;
}

function isTranscriptTab({ info, source }: Tab): boolean {
  return source.kind === 'opened' && info.kind === 'file' && TITLES.has(info.format ?? '');
}
