import { parseJson } from '../../base/json-value.ts';
import { type KnownRecord, type SessionRecord, shownFrame } from '../../frame/record.ts';
import type { Counts, Exchange, OrphanError } from '../../session/exchange.ts';
import { LogModel } from '../../session/log-model.ts';
import type { Peers } from '../../session/session-facts.ts';
import { arrayElements, memberText } from '../../wire/json-scan.ts';
import { skipSpace } from '../../wire/json-tokens.ts';
import { readRpcId } from '../../wire/rpc-id.ts';

/** An exchange with the text of its two messages. */
export type ExportedExchange = {
  readonly exchange: Readonly<Exchange>;
  /** The request as it was on the wire; one message, also out of a batch. */
  readonly request: string;
  /** The same of the answer, also of one that is only likely meant for it. */
  readonly answer: string | undefined;
};

/** One session of a recording, read for a report. */
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

/** Derives the exchanges of every session, in the order of the sessions' first records. */
export function exportedSessions(records: Iterable<KnownRecord>): ExportedSession[] {
  const lines = new Map<number, string>();
  const ends = new Map<string, number>();
  const log = new LogModel();
  for (const record of records) {
    if (record.type !== 'mark' && record.type !== 'end') ends.set(record.session, record.at);
    if (record.type === 'frame') lines.set(record.seq, shownFrame(record));
    log.take(record);
  }
  return log.sessionNames.map((name) => {
    const { exchanges, orphans, counts, facts } = log.model(name);
    const record = log.sessionRecord(name);
    return {
      name,
      label: record?.label ?? name,
      record,
      facts: facts.peers,
      counts,
      exchanges: exchanges.map((exchange) => withTexts(exchange, lines)),
      orphans,
      endedAt: ends.get(name) ?? 0,
    };
  });
}

function withTexts(exchange: Readonly<Exchange>, lines: ReadonlyMap<number, string>): ExportedExchange {
  const request = lines.get(exchange.requestSeq) ?? '';
  const answer = lines.get(exchange.answerSeq || exchange.likelyAnswerSeq);
  return {
    exchange,
    request: messageOf(request, exchange, true),
    answer: answer === undefined ? undefined : messageOf(answer, exchange, false),
  };
}

/** The one message of a batch that has the exchange's id; any other line as it is. */
function messageOf(raw: string, { id }: Readonly<Exchange>, isRequest: boolean): string {
  if (raw[skipSpace(raw, 0)] !== '[') return raw;
  for (const { start, end } of arrayElements(raw)) {
    const text = raw.slice(start, end);
    const idText = memberText(text, 'id');
    if (idText === undefined || (memberText(text, 'method') !== undefined) !== isRequest) continue;
    if (readRpcId(parseJson(idText), text)?.key === id.key) return text;
  }
  return raw;
}
