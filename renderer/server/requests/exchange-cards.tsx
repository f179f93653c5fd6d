import { useRef } from 'react';
import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { type InputRequired, readInputRequired } from '../../../app/protocol/input-required.ts';
import type { Envelope } from '../../../app/wire/envelope.ts';
import { useLoaded } from '../../state/host/host.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import { sessionLog, useSessionLog } from '../../state/log/log-mirrors.ts';
import { fetchEnvelope } from '../../state/log/use-record.ts';
import { isFormShown, useServerRequests } from '../../state/server/server-requests-store.ts';
import { reRunExchange } from '../../state/session/session-commands.ts';
import { RowLink } from '../../ui/controls/links.tsx';
import { joinedList } from '../../ui/format/quantity-text.ts';
import { Button, Card, kit } from '../../ui/kit.tsx';
import { AnswerButton } from './server-request-banner.tsx';

/** How an exchange relates to those before and after it, if a call requires input (2026-07-28). */
export function InputRoundsCard({ inspected }: { readonly inspected: Inspected }) {
  const { request, answer, session } = inspected;
  const params = request?.envelope.kind === 'request' ? request.envelope.params : undefined;
  const required = answer?.envelope.kind === 'result' ? readInputRequired(answer.envelope.result) : undefined;
  const { length } = useSessionLog(session).mirror;
  const cause = useFound(isRepeat(params) ? `${session} ${request?.row.seq}` : '', length, async () =>
    isRepeat(params) ? findCause(session, request?.row.seq ?? 0, params) : 0,
  );
  const repeat = useFound(required === undefined ? '' : `${session} ${answer?.row.seq}`, length, async () =>
    required === undefined ? 0 : findRepeat(session, answer?.row.seq ?? 0, required),
  );
  if (required === undefined && !isRepeat(params)) return null;
  return (
    <Card title="Rounds of input">
      {isRepeat(params) && (
        <p>
          This request repeats an earlier one with what it needed
          {cause > 0 && (
            <>
              :{' '}
              <RowLink session={session} seq={cause}>
                #{cause} asked for it
              </RowLink>
            </>
          )}
          .
        </p>
      )}
      {required !== undefined && (
        <p>
          The result asks for{' '}
          {required.requests.length === 0
            ? 'nothing but the same call again'
            : joinedList(required.requests.map(({ key, method }) => `${key} (${method})`))}
          .{' '}
          {repeat > 0 ? (
            <RowLink session={session} seq={repeat}>
              #{repeat} repeats the call with the answers
            </RowLink>
          ) : (
            'The call has not been repeated.'
          )}
        </p>
      )}
    </Card>
  );
}

/** The seq that `find` gives; it is retried as the log grows until something is found, and 0 until then. */
function useFound(key: string, length: number, find: () => Promise<number>): number {
  const found = useRef('');
  const seq = useLoaded(key, find, found.current === key ? 'found' : length) ?? 0;
  if (seq > 0) found.current = key;
  return seq;
}

/** How many rows around a round are searched, and how many frames are read. */
const MAX_ROWS = 2000;
const MAX_READ = 30;

/** True for a request that carries the answers to `required` (2026-07-28, basic/patterns/mrtr.mdx). */
export function isRepeatFor(required: InputRequired, params: unknown): boolean {
  if (!isJsonObject(params)) return false;
  const { inputResponses = {}, requestState } = params;
  if (!isJsonObject(inputResponses)) return false;
  const keys = required.requests.map(({ key }) => key);
  const fits = Object.keys(inputResponses).every((key) => keys.includes(key));
  const answers = keys.length === 0 || Object.keys(inputResponses).length > 0;
  return fits && answers && JSON.stringify(requestState) === JSON.stringify(required.state);
}

/** True for a request that continues an earlier one. */
export function isRepeat(params: unknown): params is JsonObject {
  return isJsonObject(params) && ('inputResponses' in params || 'requestState' in params);
}

async function findRepeat(session: string, seq: number, required: InputRequired): Promise<number> {
  const { mirror } = sessionLog(session);
  const requested = mirror.rowOf(seq);
  const from = mirror.table.indexOf(seq) + 1;
  const isCandidate = (row: Row) =>
    row.shape === 'request' && row.method === requested?.method && row.target === requested.target;
  return search(session, from, 1, isCandidate, (envelope) =>
    envelope.kind === 'request' ? isRepeatFor(required, envelope.params) : false,
  );
}

async function findCause(session: string, seq: number, params: JsonObject): Promise<number> {
  const { mirror } = sessionLog(session);
  const repeat = mirror.rowOf(seq);
  const from = mirror.table.indexOf(seq) - 1;
  const isCandidate = (row: Row) =>
    row.shape === 'result' && row.method === repeat?.method && row.target === repeat.target;
  return search(session, from, -1, isCandidate, (envelope) => {
    const required = envelope.kind === 'result' ? readInputRequired(envelope.result) : undefined;
    return required !== undefined && isRepeatFor(required, params);
  });
}

async function search(
  session: string,
  from: number,
  step: 1 | -1,
  isCandidate: (row: Row) => boolean,
  fits: (envelope: Envelope) => boolean,
): Promise<number> {
  const { table } = sessionLog(session).mirror;
  let read = 0;
  if (from < 0) return 0;
  for (let index = from; index >= 0 && index < table.length; index += step) {
    if (Math.abs(index - from) > MAX_ROWS || read >= MAX_READ) return 0;
    const row = table.columns.kind.at(index) === 'frame' ? table.row(index) : undefined;
    if (row === undefined || !isCandidate(row)) continue;
    read += 1;
    const envelope = await fetchEnvelope(session, row.seq);
    if (envelope !== undefined && fits(envelope)) return row.seq;
  }
  return 0;
}

type OpenServerRequestCardProps = { readonly inspected: Inspected; readonly info: SessionInfo };

/** Links the row of a server request to its answer. */
export function OpenServerRequestCard({ inspected, info }: OpenServerRequestCardProps) {
  const seqs = [inspected.request?.row.seq, inspected.answer?.row.seq];
  const open = (liveInfo(info)?.serverRequests ?? []).filter(({ seq }) => seqs.includes(seq));
  const [first] = open;
  const isShown = useServerRequests(
    (state) => first !== undefined && isFormShown(info, first.requestId, state),
  );
  if (first === undefined) return null;
  return (
    <Card title="The server waits for you">
      <div className={`${kit.wrap} ${kit.mute}`}>
        <AnswerButton look="primary" info={info} request={first}>
          {open.length === 1 ? 'Answer' : `Answer ${open.length} server requests`}
        </AnswerButton>
        <span>
          {isShown
            ? 'Its form is in the panel of server requests.'
            : 'The key goes to the server request that has waited longest.'}
        </span>
      </div>
    </Card>
  );
}

/** A request was refused until the user has visited an address (2025-11-25, client/elicitation). */
const URL_REQUIRED = '-32042';

type RepeatCallProps = { readonly inspected: Inspected; readonly info: SessionInfo };

/** After error -32042: what to do, and the same request again. */
export function RepeatCall({ inspected, info }: RepeatCallProps) {
  const error = wireErrorOf(inspected);
  if (error?.codeText !== URL_REQUIRED || inspected.request === undefined) return null;
  const ids = elicitationIds(error.data);
  const done = ids.length > 0 && ids.every((id) => liveInfo(info)?.completedElicitations.includes(id));
  return (
    <Card title="The user must visit an address first">
      <p>
        Open the address below if you trust it, do what it asks, and send the request again.{' '}
        {done && <b>The server says that the visit is done.</b>}
      </p>
      <Button
        className={kit.above}
        look="primary"
        disabled={info.state !== 'ready'}
        onClick={() => void reRunExchange(inspected)}
        title={info.state === 'ready' ? undefined : 'The session has no running server'}
      >
        Send the request again
      </Button>
    </Card>
  );
}

function elicitationIds(data: unknown): string[] {
  const list = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
  return list.flatMap((item: unknown) => stringAt(item, 'elicitationId') ?? []);
}
