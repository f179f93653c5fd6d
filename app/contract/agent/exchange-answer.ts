import { z } from 'zod';
import { type Document, type Field, fields, paragraph, section } from '../../base/document/document.ts';
import { foreignStart, foreignText, ownAdvice } from '../../base/foreign-text.ts';
import { frameLine, type KnownRecord, senderName } from '../../frame/record.ts';
import { isErrorTier, type Tier } from '../../frame/tier.ts';
import { errorDetails, findingLabel, problemTitle } from '../../report/problems.ts';
import type { ReportError, ReportFinding, SessionReport } from '../../report/report.ts';
import type { Exchange } from '../../session/exchange.ts';
import { answerSchema, firstOf, foreign, type ServeAnswer, serveAnswer } from './answer.ts';
import { foreignOrNull, MAX_SESSION_CHARS, named } from './problem-list.ts';

const MAX_FRAME_CHARS = 4000;
const MAX_RECORDS = 40;
const MAX_FINDINGS = 40;

const foundSchema = z.object({
  rule: z.string(),
  severity: z.string(),
  certainty: z.string(),
  side: z.string(),
  message: foreign(),
  todo: z.string(),
  before: foreign().nullable(),
  after: foreign().nullable(),
  source: z.string(),
});

/** The data of `get_exchange`. */
export const exchangeSchema = answerSchema({
  recording: foreign(),
  session: foreign(),
  seq: z.number(),
  requestSeq: z.number().nullable(),
  answerSeq: z.number().nullable(),
  method: foreign().nullable(),
  target: foreign().nullable(),
  tier: z.string(),
  outcome: z.string(),
  code: z.number().nullable(),
  codeName: foreign().nullable(),
  /** What happened, what to do, what reaches the model, and more, each with its label. */
  details: z.array(z.object({ label: z.string(), text: foreign() })),
  moreDetails: z.number(),
  findings: z.array(foundSchema),
  moreFindings: z.number(),
  /** The records of the exchange, and those in between. */
  records: z.array(
    z.object({
      seq: z.number(),
      at: z.number(),
      kind: z.string(),
      text: foreign(),
      cutCharacters: z.number(),
    }),
  ),
  moreRecords: z.number(),
});

export type ExchangeData = Omit<z.infer<typeof exchangeSchema>, 'foreign'>;

type Asked = {
  readonly recording: string;
  readonly session: SessionReport;
  readonly seq: number;
  /** The exchange of the record; undefined if it belongs to none. */
  readonly exchange: Exchange | undefined;
  /** The records from the request to the answer, without those of other sessions. */
  readonly records: readonly KnownRecord[];
};

export function exchangeAnswer(asked: Asked): ServeAnswer<z.infer<typeof exchangeSchema>> {
  const { recording, session, seq, exchange, records } = asked;
  const seqs = new Set([seq, exchange?.requestSeq ?? seq, exchange?.answerSeq ?? seq]);
  const error = session.errors.find(({ seq: own, requestSeq, caused = [] }) =>
    [own, requestSeq ?? -1, ...caused].some((at) => seqs.has(at)),
  );
  const findings = firstOf(
    session.findings.filter((one) => seqs.has(one.seq)),
    MAX_FINDINGS,
  );
  const { shown, more } = firstOf(records, MAX_RECORDS);
  const tier = exchange?.tier ?? error?.tier ?? 'ok';
  const data: ExchangeData = {
    ...{ recording, session: foreignText(session.session, MAX_SESSION_CHARS), seq },
    requestSeq: exchange?.requestSeq ?? error?.requestSeq ?? null,
    answerSeq: exchange === undefined || exchange.answerSeq === 0 ? null : exchange.answerSeq,
    method: foreignOrNull(exchange?.method ?? error?.method),
    target: foreignOrNull(exchange?.target ?? error?.target),
    tier,
    outcome: exchange?.outcome ?? '',
    code: error?.code ?? null,
    codeName: foreignOrNull(error?.codeName),
    details: detailsOf(error, exchange),
    moreDetails: 0,
    findings: findings.shown.map(shortFinding),
    moreFindings: findings.more,
    records: shown.map(shortRecord),
    moreRecords: more,
  };
  const document = documentOf(
    data,
    { tier, name: error?.name ?? data.outcome, acts: error?.acts },
    findings.shown,
  );
  return serveAnswer(exchangeSchema, document, data);
}

/** For an exchange that did not fail: the text of its answer, if it is not a plain result. */
function detailsOf(error: ReportError | undefined, exchange?: Exchange): ExchangeData['details'] {
  const said = exchange?.message ?? '';
  const own = said === '' ? [] : [{ label: 'what', text: said }];
  const details = error === undefined ? own : errorDetails(error);
  return details.map(({ label, text }) => ({
    label,
    text: label === 'do' ? ownAdvice(text) : foreignText(text, 2000),
  }));
}

function shortFinding(finding: ReportFinding): ExchangeData['findings'][number] {
  const { rule, severity, certainty, side, message, todo, before, after, source } = finding;
  return {
    ...{ rule, severity, certainty, side, message: foreignText(message), todo: ownAdvice(todo), source },
    before: before === null ? null : foreignText(before, 1000),
    after: after === null ? null : foreignText(after, 1000),
  };
}

function shortRecord(record: KnownRecord): ExchangeData['records'][number] {
  const { shown, rest } = foreignStart(recordText(record), MAX_FRAME_CHARS);
  const kind = record.type === 'frame' ? senderName(record.direction) : record.type;
  return { seq: record.seq, at: record.at, kind, text: shown, cutCharacters: rest };
}

function recordText(record: KnownRecord): string {
  switch (record.type) {
    case 'frame': {
      const line = frameLine(record);
      return 'raw' in line ? line.raw : `(bytes that are not UTF-8, in base64) ${line.rawBase64}`;
    }
    case 'stderr':
      return record.text;
    case 'process':
      return [record.event, record.exitCode ?? '', record.signal ?? '', record.message ?? '']
        .filter((part) => part !== '')
        .join(' ');
    case 'client':
      return `${record.event}: ${record.message}`;
    case 'mark':
      return record.label;
    case 'dropped':
      return `${record.count} dropped: ${record.reason}`;
    default:
      return record.type;
  }
}

function documentOf(
  data: ExchangeData,
  {
    tier,
    name,
    acts,
  }: Pick<ReportError, 'name'> & { readonly tier: Tier; readonly acts: ReportError['acts'] | undefined },
  findings: readonly ReportFinding[],
): Document {
  const about = [data.method ?? '', data.target ?? ''].join(' ').trim();
  const title = isErrorTier(tier) ? problemTitle(named({ ...data, name, tier })) : `ok · ${about}`;
  const answer = data.answerSeq === null ? 'no answer' : `answer #${data.answerSeq}`;
  const place = data.requestSeq === null ? `#${data.seq}` : `request #${data.requestSeq}, ${answer}`;
  return {
    title: `${title} · ${data.session} ${place}${data.outcome === '' ? '' : `, ${data.outcome}`}`,
    blocks: [
      fields([
        ...data.details,
        ...findings.flatMap((finding, index) => findingFields(finding, data.findings[index], acts)),
      ]),
      section('records', [
        { kind: 'list', items: data.records.map(recordLine) },
        ...(data.moreRecords === 0 ? [] : [paragraph(`${data.moreRecords} records more lie between.`)]),
      ]),
    ],
  };
}

function findingFields(
  finding: ReportFinding,
  shown: ExchangeData['findings'][number] | undefined,
  acts: ReportError['acts'] | undefined,
): Field[] {
  if (shown === undefined) return [];
  const { message, todo, before, after } = shown;
  return [
    {
      label: `${finding.rule} (${findingLabel(finding, acts)})`,
      text: `${message} [${finding.source}]`,
    },
    { label: 'do', text: todo },
    { label: 'before', text: after === null ? '' : (before ?? '(nothing)') },
    { label: 'after', text: after ?? '' },
  ];
}

function recordLine({ seq, kind, text, cutCharacters }: ExchangeData['records'][number]): string {
  const cut = cutCharacters === 0 ? '' : `… [${cutCharacters.toLocaleString('en')} characters more]`;
  return `#${seq} ${kind}: ${text}${cut}`;
}
