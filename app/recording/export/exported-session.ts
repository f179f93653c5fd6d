import { getOrCreate } from '../../base/grouped-by.ts';
import { parseJson } from '../../base/json-value.ts';
import { type KnownRecord, type SessionRecord, shownFrame } from '../../frame/record.ts';
import type { Counts, Exchange, OrphanError } from '../../session/exchange.ts';
import { LogModel } from '../../session/log-model.ts';
import type { Peers } from '../../session/session-facts.ts';
import { readRpcId } from '../../wire/envelope.ts';
import { arrayElements, memberText } from '../../wire/json-scan.ts';
import { skipSpace } from '../../wire/json-tokens.ts';

export type ExportedExchange = {
  readonly exchange: Readonly<Exchange>;
  /** The request as on the wire; a single message, even from a batch. */
  readonly request: string;
  /** The answer in the same form, even if it only probably belongs to the request. */
  readonly answer: string | undefined;
};

export type ExportedSession = {
  readonly name: string;
  readonly label: string;
  readonly record: SessionRecord | undefined;
  readonly facts: Peers;
  readonly counts: Readonly<Counts>;
  readonly exchanges: readonly ExportedExchange[];
  readonly orphans: readonly Readonly<OrphanError>[];
  /** The `at` of its last record, in milliseconds. */
  readonly endedAt: number;
};

/** Derives the exchanges of every session, ordered by the sessions' first records. */
export function exportedSessions(records: Iterable<KnownRecord>): ExportedSession[] {
  const lines = new Map<number, string>();
  const ends = new Map<string, number>();
  const texts = new MessageTexts(lines);
  const log = new LogModel();
  for (const record of records) {
    if (record.type !== 'mark' && record.type !== 'end') ends.set(record.session, record.at);
    if (record.type === 'frame') lines.set(record.seq, shownFrame(record));
    log.take(record);
  }
  return log.sessionNames.map((name) => {
    const { book, facts } = log.model(name);
    const { exchanges, orphans, counts } = book;
    const record = log.sessionRecord(name);
    return {
      name,
      label: record?.label ?? name,
      record,
      facts: facts.peers,
      counts,
      exchanges: exchanges.map((exchange) => withTexts(exchange, texts)),
      orphans,
      endedAt: ends.get(name) ?? 0,
    };
  });
}

function withTexts(exchange: Readonly<Exchange>, texts: MessageTexts): ExportedExchange {
  return {
    exchange,
    request: texts.of(exchange.requestSeq, exchange, true) ?? '',
    answer: texts.of(exchange.answerSeq || exchange.likelyAnswerSeq, exchange, false),
  };
}

/** The texts of messages by exchange; each batch is split once. */
class MessageTexts {
  readonly #lines: ReadonlyMap<number, string>;
  readonly #batches = new Map<number, ReadonlyMap<string, string>>();

  constructor(lines: ReadonlyMap<number, string>) {
    this.#lines = lines;
  }

  /** The message of a batch with the exchange's id; any other line unchanged. */
  of(seq: number, { id }: Readonly<Exchange>, isRequest: boolean): string | undefined {
    const raw = this.#lines.get(seq);
    if (raw?.[skipSpace(raw, 0)] !== '[') return raw;
    const batch = getOrCreate(this.#batches, seq, () => messagesIn(raw));
    return batch.get(messageKey(isRequest, id.key)) ?? raw;
  }
}

/** The messages of a batch by id; for a repeated id, the first. */
function messagesIn(raw: string): Map<string, string> {
  const messages = new Map<string, string>();
  for (const { start, end } of arrayElements(raw)) {
    const text = raw.slice(start, end);
    const idText = memberText(text, 'id');
    const id = idText === undefined ? undefined : readRpcId(parseJson(idText), text);
    if (id === undefined) continue;
    const key = messageKey(memberText(text, 'method') !== undefined, id.key);
    if (!messages.has(key)) messages.set(key, text);
  }
  return messages;
}

function messageKey(isRequest: boolean, idKey: string): string {
  return `${isRequest ? 'request' : 'answer'} ${idKey}`;
}
