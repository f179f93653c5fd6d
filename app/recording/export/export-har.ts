import { writeIsoTime } from '../../base/iso-time.ts';
import { stringAt } from '../../base/json-value.ts';
import { isOpen, type Outcome } from '../../frame/outcome.ts';
import { memberText } from '../../wire/json-scan.ts';
import { type ExportedExchange, type ExportedSession, exportedSessions } from './exported-session.ts';
import { epochOf, type RecordingContent } from './recording-content.ts';

const HTTP_VERSION = 'JSON-RPC/2.0';

/** Every exchange as an entry of a HAR 1.2 file, mapped as mcpsnoop does: 200, 500, or 0 without an answer. */
export function* exportHar(content: RecordingContent): Generator<string> {
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
  const tool = exchange.method === 'tools/call' ? stringAt(parsed(params), 'name') : undefined;
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

/** HAR has one status for every failure: the comment tells the tiers apart. */
function commentOf({ id, outcome, codeText }: ExportedExchange['exchange']): string {
  return `JSON-RPC id ${id.text}: ${outcome}${codeText === '' ? '' : `, code ${codeText}`}`;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
