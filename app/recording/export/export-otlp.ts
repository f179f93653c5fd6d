import { memberText } from '../../wire/json-scan.ts';
import { type ExportedExchange, type ExportedSession, exportedSessions } from './exported-session.ts';
import { type OtlpSpan, otlpSpan } from './otlp-span.ts';
import { epochOf, type RecordingContent } from './recording-content.ts';

/** The exchanges as spans in OTLP/JSON (`ExportTraceServiceRequest`), one resource per session. */
export function* exportOtlp(content: RecordingContent): Generator<string> {
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
  // A call that was still open ends with the recording: a span needs an end.
  const end = exchange.endedAt >= exchange.startedAt ? exchange.endedAt : session.endedAt;
  return otlpSpan(exchange, paramsOf(request), {
    session: session.name,
    facts: session.facts,
    startMs: epochOf(header, exchange.startedAt),
    endMs: epochOf(header, Math.max(end, exchange.startedAt)),
    seed: header.startedAt,
    overPipe: session.record?.origin === 'connect' || session.record?.origin === 'tap',
  });
}

function paramsOf(request: string): unknown {
  try {
    return JSON.parse(memberText(request, 'params') ?? 'null');
  } catch {
    return undefined;
  }
}
