import { writeIsoTime } from '../../base/iso-time.ts';
import { parseJson, stringAt } from '../../base/json-value.ts';
import { shownFrame } from '../../frame/record.ts';
import { isOpen, type Outcome } from '../../frame/row.ts';
import type { ErrorTier } from '../../frame/tier.ts';
import { encodeHeader, encodeRecord } from '../../recording/encode-record.ts';
import { exportMcpsnoop } from '../../recording/export/export-mcpsnoop.ts';
import {
  type ExportedExchange,
  type ExportedSession,
  exportedSessions,
} from '../../recording/export/exported-session.ts';
import { type OtlpSpan, otlpSpan } from '../../recording/export/otlp-span.ts';
import { epochOf, type RecordingContent } from '../../recording/export/recording-content.ts';
import { exportSuite, exportVitest } from '../../requests/suite/export-vitest.ts';
import { memberText } from '../../wire/json-scan.ts';
import type { ExportFormatName, ReportError } from '../report.ts';
import { exportMarkdown, reportedContent } from './export-markdown.ts';

const HTTP_VERSION = 'JSON-RPC/2.0';

/** Every exchange as an entry of a HAR 1.2 file, mapped like mcpsnoop: 200, 500, or 0 without an answer. */
function* exportHar(content: RecordingContent): Generator<string> {
  const { header } = content;
  const creator = { name: header.app?.name ?? 'Tierscope', version: header.app?.version ?? '0' };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  let separator = '';
  for (const session of exportedSessions(content.records)) {
    for (const exchanged of session.exchanges) {
      yield `${separator}\n${JSON.stringify(entryOf(content, session, exchanged))}`;
      separator = ',';
    }
  }
  yield '\n]}}\n';
}

function entryOf(content: RecordingContent, { label }: ExportedSession, exchanged: ExportedExchange) {
  const { exchange, request, answer } = exchanged;
  const params = memberText(request, 'params');
  const body =
    answer === undefined ? '' : (memberText(answer, 'result') ?? memberText(answer, 'error') ?? '');
  const time = exchange.endedAt >= 0 ? Math.max(0, exchange.endedAt - exchange.startedAt) : 0;
  const tool = exchange.method === 'tools/call' ? stringAt(parseJson(params ?? ''), 'name') : undefined;
  const { status, statusText } = statusOf(exchange.outcome, answer);
  const bare = { httpVersion: HTTP_VERSION, headers: [], cookies: [], headersSize: -1 };
  const path = `${encodeURIComponent(label)}/${exchange.method}${tool === undefined ? '' : `/${encodeURIComponent(tool)}`}`;
  return {
    startedDateTime: writeIsoTime(epochOf(content.header, exchange.startedAt), 6),
    time,
    request: {
      method: 'POST',
      url: `mcp://${path}`,
      ...bare,
      queryString: [],
      bodySize: params?.length ?? 0,
      ...(params === undefined ? {} : { postData: { mimeType: 'application/json', text: params } }),
    },
    response: {
      status,
      statusText,
      ...bare,
      content: { size: body.length, mimeType: 'application/json', text: body },
      redirectURL: '',
      bodySize: body.length,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: commentOf(exchange),
  };
}

function statusOf(outcome: Outcome, answer: string | undefined): { status: number; statusText: string } {
  if (answer === undefined) return { status: 0, statusText: isOpen(outcome) ? 'No Response' : outcome };
  return outcome === 'ok' ? { status: 200, statusText: 'OK' } : { status: 500, statusText: 'Error' };
}

/** HAR has one status for every failure: the comment distinguishes the tiers. */
function commentOf({ id, outcome, codeText }: ExportedExchange['exchange']): string {
  return `JSON-RPC id ${id.text}: ${outcome}${codeText === '' ? '' : `, code ${codeText}`}`;
}

const WRITERS: { readonly [Name in ExportFormatName]: (content: RecordingContent) => Iterable<string> } = {
  tierscope: exportTierscope,
  'json-rpc': exportJsonRpc,
  mcpsnoop: exportMcpsnoop,
  har: exportHar,
  markdown: exportMarkdown,
  otlp: exportOtlp,
  log: exportLog,
  vitest: exportVitest,
  suite: exportSuite,
};

/** The recording in another format, in consecutive pieces of text. */
export function exportRecording(name: ExportFormatName, content: RecordingContent): Iterable<string> {
  return WRITERS[name](content);
}

function* exportTierscope({ header, records }: RecordingContent): Generator<string> {
  yield `${encodeHeader(header)}\n`;
  for (const record of records) yield `${encodeRecord(record)}\n`;
}

/** Only the frames as on the wire, one per line. A blank frame is left out. */
function* exportJsonRpc({ records }: RecordingContent): Generator<string> {
  for (const record of records) {
    if (record.type !== 'frame') continue;
    const raw = shownFrame(record);
    if (raw.trim() !== '') yield `${raw}\n`;
  }
}

/** The exchanges as spans in OTLP/JSON (`ExportTraceServiceRequest`), one resource per session. */
function* exportOtlp(content: RecordingContent): Generator<string> {
  const scope = { name: 'tierscope', version: content.header.app?.version ?? '' };
  yield '{"resourceSpans":[';
  let comma = '';
  for (const session of exportedSessions(content.records)) {
    const attributes = [
      { key: 'service.name', value: { stringValue: session.facts.server?.name ?? session.label } },
    ];
    yield `${comma}\n{"resource":${JSON.stringify({ attributes })},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`;
    comma = ',';
    let spanComma = '';
    for (const exchanged of session.exchanges) {
      yield `${spanComma}\n${JSON.stringify(spanOf(content, session, exchanged))}`;
      spanComma = ',';
    }
    yield ']}]}';
  }
  yield '\n]}\n';
}

function spanOf(
  { header }: RecordingContent,
  session: ExportedSession,
  exchanged: ExportedExchange,
): OtlpSpan {
  const { exchange, request } = exchanged;
  // An open call ends with the recording: a span needs an end.
  const end = exchange.endedAt >= exchange.startedAt ? exchange.endedAt : session.endedAt;
  return otlpSpan(exchange, parseJson(memberText(request, 'params') ?? 'null'), {
    session: session.name,
    facts: session.facts,
    startMs: epochOf(header, exchange.startedAt),
    endMs: epochOf(header, Math.max(end, exchange.startedAt)),
    seed: header.startedAt,
    record: session.record,
  });
}

/** A model can handle a tool error, and a user a client's action; the others mean that something is broken. */
const LEVELS: { readonly [Tier in ErrorTier]: string } = {
  tool: 'warn',
  client: 'warn',
  protocol: 'error',
  transport: 'error',
};

/** One JSON object per line and error, in time order, like a server's own log. */
function* exportLog(content: RecordingContent): Generator<string> {
  const { sessions, exported, byRequest } = reportedContent(content);
  const lines = sessions.flatMap(({ session, server, errors }) => {
    const { orphans = [], endedAt = 0 } = exported.get(session) ?? {};
    const placed = new Map(orphans.map(({ seq, at }) => [seq, at]));
    return errors.map((error) => {
      const answered = byRequest.get(session)?.get(error.requestSeq ?? 0) ?? [];
      const call = answered.find(({ exchange: { answerSeq } }) => answerSeq === error.seq || answerSeq === 0);
      const { startedAt = 0, endedAt: ended = -1 } = call?.exchange ?? {};
      const at = placed.get(error.seq) ?? (ended < startedAt ? endedAt : ended);
      const durationMs =
        call === undefined || ended < startedAt ? null : Math.round((ended - startedAt) * 1000) / 1000;
      return { at, said: { ...lineOf(error, durationMs), session, server: server?.name ?? null } };
    });
  });
  for (const { at, said } of lines.sort((a, b) => a.at - b.at))
    yield `${JSON.stringify({ time: writeIsoTime(epochOf(content.header, at), 3), ...said })}\n`;
}

function lineOf(error: ReportError, durationMs: number | null) {
  const { tier, method, target, code, message, explanation, cause, seq, provoked, expected } = error;
  return {
    level: provoked || expected ? 'info' : LEVELS[tier],
    event: `${tier}_error`,
    method,
    tool: method === 'tools/call' ? target : null,
    durationMs,
    code,
    message: message === '' ? explanation : message,
    ...{ cause, seq },
  };
}
