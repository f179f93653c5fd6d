import { canonicalJson } from '../base/canonical-json.ts';
import { isJsonObject } from '../base/json-value.ts';
import { shownFrame } from '../frame/frame-line.ts';
import type { KnownRecord } from '../frame/record.ts';
import { NO_WATCHER, type RecordingWatcher } from '../report/recording-watcher.ts';
import type { Exchange, StrayError } from '../session/exchange.ts';
import { LogTracker } from '../session/log-tracker.ts';
import { type Envelope, readEnvelope } from '../wire/envelope.ts';
import type { Run, RunEvent, RunExchange, RunFinding } from './run.ts';

/** What one message of a frame said: the params of a request, the result or data of an answer. */
type Said = { readonly idKey: string | undefined; readonly text: string };

/** Reads the records of one run into what a comparison needs. Findings are those of the watcher. */
export class RunReader {
  readonly #tracker = new LogTracker({ add: () => undefined, patch: () => undefined });
  readonly #said = new Map<number, readonly Said[]>();
  readonly #watcher: RecordingWatcher;

  constructor(watcher: RecordingWatcher = NO_WATCHER) {
    this.#watcher = watcher;
  }

  /** Takes the next record. */
  ingest(record: KnownRecord): void {
    const envelope = record.type === 'frame' ? readEnvelope(shownFrame(record)) : undefined;
    this.#tracker.ingest(record, envelope);
    this.#watcher.ingest(record, envelope);
    if (record.type !== 'frame' || envelope === undefined) return;
    const said = saidBy(envelope, shownFrame(record));
    if (said.length > 0) this.#said.set(record.seq, said);
  }

  /** The run, when every record was taken. */
  finish(): Run {
    const trackers = this.#tracker.sessionNames.map((name) => this.#tracker.tracker(name));
    const found = bySeq(this.#watcher.findings());
    const exchanges = trackers
      .flatMap((tracker) => tracker.exchanges)
      .sort((a, b) => a.requestSeq - b.requestSeq)
      .map((exchange) => this.#exchange(exchange, found));
    const events = trackers.flatMap((tracker) => tracker.strays.flatMap(eventOf));
    const findings = [...found.values()].flat().sort((a, b) => a.seq - b.seq);
    return { exchanges, events: events.sort((a, b) => a.seq - b.seq), findings };
  }

  /** Takes the findings of the exchange out of `found`: each one hangs on one exchange only. */
  #exchange(exchange: Readonly<Exchange>, found: Map<number, RunFinding[]>): RunExchange {
    const { sender, method, target, requestSeq, answerSeq, tier, outcome, message } = exchange;
    const seqs = answerSeq > 0 ? [requestSeq, answerSeq] : [requestSeq];
    const findings = seqs.flatMap((seq) => {
      const own = found.get(seq) ?? [];
      found.delete(seq);
      return own;
    });
    return {
      sender,
      method,
      target,
      params: this.#saidIn(requestSeq, exchange.id.key),
      requestSeq,
      answerSeq,
      tier,
      outcome,
      code: exchange.codeText,
      message,
      result: this.#saidIn(answerSeq, exchange.id.key),
      durationMs: answerSeq > 0 ? exchange.endedAt - exchange.startedAt : -1,
      findings,
      provoked: exchange.deliberate,
    };
  }

  /** A batch says several things; an answer without a usable id is the only one of its frame. */
  #saidIn(seq: number, idKey: string): string {
    const said = seq > 0 ? (this.#said.get(seq) ?? []) : [];
    return (said.find((one) => one.idKey === idKey) ?? said[0])?.text ?? '';
  }
}

function saidBy(envelope: Envelope, raw: string): readonly Said[] {
  switch (envelope.kind) {
    case 'request':
      return [{ idKey: envelope.id.key, text: canonical(withoutMeta(envelope.params ?? {}), raw) }];
    case 'result':
      return [{ idKey: envelope.id?.key, text: canonical(withoutMeta(envelope.result), raw) }];
    case 'error':
      return [{ idKey: envelope.id?.key, text: canonical(envelope.error.data, raw) }];
    case 'batch':
      return envelope.items.flatMap((item) => saidBy(item, raw));
    default:
      return [];
  }
}

function withoutMeta(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { _meta, ...rest } = value;
  return rest;
}

/** V8 parses any depth but runs out of stack when it is walked: such a line is compared as it stands. */
function canonical(value: unknown, raw: string): string {
  if (value === undefined) return '';
  try {
    return canonicalJson(value);
  } catch {
    return raw;
  }
}

function eventOf({ seq, tier, message, deliberate: provoked }: Readonly<StrayError>): RunEvent[] {
  return tier === 'ok' ? [] : [{ seq, tier, message, provoked }];
}

function bySeq(findings: ReturnType<RecordingWatcher['findings']>): Map<number, RunFinding[]> {
  const map = new Map<number, RunFinding[]>();
  for (const { rule, severity, title, seq } of findings) {
    const list = map.get(seq) ?? [];
    list.push({ rule, severity, title, seq });
    map.set(seq, list);
  }
  return map;
}
