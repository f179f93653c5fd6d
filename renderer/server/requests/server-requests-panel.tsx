import { useEffect, useMemo, useRef, useState } from 'react';
import { groupedBy } from '../../../app/base/grouped-by.ts';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type ServerRequest, type SessionInfo } from '../../../app/contract/session-info.ts';
import { serverMessage, undeclaredPart, wantedBy } from '../../../app/protocol/server-request.ts';
import { useRow } from '../../state/log/log-mirrors.ts';
import { selectRow, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import {
  answerOfDraft,
  firstServerRequestDraft,
  serverRequestShape,
} from '../../state/server/server-request-draft.ts';
import {
  type AnsweredServerRequest,
  isDone,
  placeKey,
  requestFocus,
  requestPlace,
  setPanel,
  unfoldedRequest,
  unfoldServerRequest,
  useServerRequests,
} from '../../state/server/server-requests-store.ts';
import { RowLink } from '../../ui/controls/links.tsx';
import { focusForm } from '../../ui/forms/form-context.ts';
import { Button, IconButton, kit } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { type CallOver, useCallOver } from './server-request-banner.tsx';
import { ServerRequestForm, sendAnswer } from './server-request-form.tsx';
import styles from './server-requests.module.css';

/** Says that no call is waiting for the answer any more. Sending it anyway tests how the server reacts. */
function CallOverNote({ session, over }: { readonly session: string; readonly over: CallOver }) {
  return (
    <p role="status" className={`${kit.note} ${kit.callout}`} data-tier="client">
      {over.text} <RowLink session={session} seq={over.seq} /> An answer still goes to the server; to dismiss
      it sends nothing.
    </p>
  );
}

type RequestProps = { readonly info: SessionInfo; readonly serverRequest: ServerRequest };

function ServerRequestItem({ info, serverRequest, unfolded }: RequestProps & { readonly unfolded: boolean }) {
  const { session } = info;
  const over = useCallOver(session, serverRequest);
  const unfold = () => {
    unfoldServerRequest(session, serverRequest.requestId);
    selectRow(session, serverRequest.seq);
  };
  return (
    <li className={`${kit.card} ${kit.group}`} data-server-request={serverRequest.requestId}>
      <div className={kit.row}>
        <Button look="row" aria-expanded={unfolded} onClick={unfold}>
          <b>{wantedBy(serverRequest.method, serverRequest.params)}</b>
          {serverRequest.key !== '' && <code>{serverRequest.key}</code>}
          {!unfolded && (
            <span className={`${kit.truncate} ${kit.mute}`}>
              {serverMessage(serverRequest.method, serverRequest.params)}
            </span>
          )}
        </Button>
        <span className={`${kit.note} ${kit.fixed}`}>
          <code>{serverRequest.method}</code> <RowLink session={session} seq={serverRequest.seq} />
        </span>
      </div>
      {unfolded && isJsonObject(serverRequest.params.task) && (
        <p className={kit.note}>The server wants a task: it has an id already, and polls for the answer.</p>
      )}
      {unfolded && <UndeclaredNote serverRequest={serverRequest} info={info} />}
      {over !== undefined && <CallOverNote session={session} over={over} />}
      {unfolded && <ServerRequestForm info={info} serverRequest={serverRequest} over={over !== undefined} />}
    </li>
  );
}

function UndeclaredNote({ info, serverRequest }: RequestProps) {
  const part = undeclaredPart(serverRequest.method, serverRequest.params, info.clientCapabilities);
  if (part === '') return null;
  return (
    <p className={kit.note}>
      This session does not declare <code>{part}</code>, and the server uses it: a client has to refuse that
      with the error -32602. Any other answer goes out anyway.
    </p>
  );
}

const NO_REQUESTS: readonly ServerRequest[] = [];

/** The open requests of a session's server, each with its answer. Nothing else in the session waits for them. */
export function ServerRequestsPanel({ info }: { readonly info: SessionInfo }) {
  const body = useFocusRequest();
  const requests = liveInfo(info)?.serverRequests ?? NO_REQUESTS;
  const current = useServerRequests((state) => unfoldedRequest(info, state));
  const unfolded = current?.requestId;
  const groups = useMemo(() => serverRequestGroups(requests), [requests]);
  // The unfolded request, selected with the key `q` for example, is on the visible page.
  const shown = groups.findIndex((group) => group.requests.some((one) => one === current));
  return (
    <section aria-label="Server requests" className={`${kit.fill} ${kit.panel}`}>
      <header className={`${kit.row} ${kit.fixed} ${kit.gap2} ${styles.bar}`}>
        <h2 className={`${kit.truncate} ${kit.grow}`}>
          Server requests{' '}
          <span className={kit.badge} data-tone="accent">
            {requests.length}
          </span>
        </h2>
        <Button look="quiet" onClick={() => showDialog('server-requests')}>
          Answers and roots
        </Button>
        <IconButton
          name="Close the server requests"
          title="They stay open; the banner above the log leads back"
          onClick={() => setPanel(info.session, 'closed')}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={body} className={`${kit.stack} ${kit.scroll} ${styles.body}`} tabIndex={0}>
        {requests.length === 0 && (
          <p className={kit.note}>No server request is open. The next one is answered here.</p>
        )}
        <Paged items={groups} noun="request" size={GROUPS} shown={shown}>
          {(part) =>
            part.map((group) =>
              group.together ? (
                <TogetherGroup key={group.key} info={info} group={group} />
              ) : (
                <ul key={group.key} className={kit.stack}>
                  {group.requests.map((serverRequest) => (
                    <ServerRequestItem
                      key={serverRequest.requestId}
                      info={info}
                      serverRequest={serverRequest}
                      unfolded={serverRequest.requestId === unfolded}
                    />
                  ))}
                </ul>
              ),
            )
          }
        </Paged>
        {current !== undefined && <TimeoutNote key={current.requestId} info={info} serverRequest={current} />}
        <AnsweredList info={info} />
      </div>
    </section>
  );
}

/** A server sends a request during a call, whose timeout keeps running if the settings count the user's time. */
function TimeoutNote({ info, serverRequest }: RequestProps) {
  const over = useCallOver(info.session, serverRequest);
  const settings = liveInfo(info)?.settings;
  if (!settings?.countThinkingTime || serverRequest.via !== 'request' || over !== undefined) return null;
  return (
    <p className={kit.note}>
      A call that waits for this still times out after {settings.timeoutMs / 1000} s, unless it was given more
      time.
    </p>
  );
}

function useFocusRequest() {
  const body = useRef<HTMLDivElement>(null);
  const focusRequest = useServerRequests((state) => state.focusRequest);
  const dialog = useScreen((state) => state.dialog);
  useEffect(() => {
    if (focusRequest === '' || dialog !== null) return;
    const form = body.current?.querySelector(`[data-server-request="${CSS.escape(focusRequest)}"] form`);
    body.current?.focus();
    if (form) focusForm(form);
    requestFocus('');
  }, [focusRequest, dialog]);
  return body;
}

function AnsweredList({ info }: { readonly info: SessionInfo }) {
  const answered = useServerRequests((state) => state.answered[info.session]) ?? NONE;
  const cancelled = liveInfo(info)?.cancelledServerRequests ?? [];
  if (answered.length === 0 && cancelled.length === 0) return null;
  return (
    <section aria-label="Earlier server requests" className={`${kit.note} ${kit.above}`}>
      <h3>Earlier</h3>
      <ul>
        {answered.toReversed().map((one) => (
          <li key={one.requestId} className={kit.truncate}>
            <RowLink session={info.session} seq={one.seq} /> {wantedBy(one.method, one.params)}:{' '}
            <b>{one.answerText}</b>
            {visitText(info, one)}
            <span className={`${kit.truncate} ${kit.mute}`}> {serverMessage(one.method, one.params)}</span>
          </li>
        ))}
      </ul>
      <Paged items={cancelled.toReversed()} noun="cancelled request" size={GROUPS}>
        {(part) => (
          <ul>
            {part.map((one) => (
              <li key={one.requestId}>
                <RowLink session={info.session} seq={one.seq} /> {wantedBy(one.method, one.params)}:
                cancelled, {one.why}
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}

const NONE: readonly AnsweredServerRequest[] = [];
const GROUPS = 50;
const FORMS = 10;

function visitText(info: SessionInfo, one: AnsweredServerRequest): string {
  // 2026-07-28 has neither this notification nor its id.
  if (!one.visits || typeof one.params.elicitationId !== 'string') return '';
  if (isDone(info, one)) return ', and the server says that the visit is done';
  return info.state === 'ready' ? ', waiting for the server to say that the visit is done' : '';
}

function TogetherGroup({ info, group }: { readonly info: SessionInfo; readonly group: ServerRequestGroup }) {
  const [busy, setBusy] = useState(false);
  const row = useRow(info.session, group.requests[0]?.seq ?? null);
  const drafts = useServerRequests((state) => state.drafts);
  const ready = group.requests.map((serverRequest) => {
    const draft =
      drafts[placeKey(requestPlace(info, serverRequest.requestId))] ??
      firstServerRequestDraft(serverRequest, liveInfo(info)?.settings.roots ?? []);
    return { serverRequest, answer: answerOfDraft(serverRequestShape(serverRequest), draft) };
  });
  const sendAll = async () => {
    setBusy(true);
    for (const { serverRequest, answer } of ready)
      if (answer.ok) await sendAnswer(info, serverRequest, answer.value);
    setBusy(false);
  };
  const count = group.requests.length;
  const call = row === undefined ? 'a call' : `${row.method} ${row.target}`.trim();
  return (
    <section
      aria-label={`Input for ${call}`}
      className={`${kit.card} ${kit.sunk} ${kit.stack} ${styles.group}`}
    >
      <p>
        <b>{call}</b> needs {count === 1 ? 'one answer' : `${count} answers`} more. It is repeated with all of
        them under a new id.
      </p>
      <Paged items={group.requests} noun="request" size={FORMS}>
        {(part) => (
          <ul className={kit.stack}>
            {part.map((serverRequest) => (
              <ServerRequestItem
                key={serverRequest.requestId}
                info={info}
                serverRequest={serverRequest}
                unfolded
              />
            ))}
          </ul>
        )}
      </Paged>
      {count > 1 && (
        <div>
          <Button
            look="primary"
            disabled={busy || ready.some(({ answer }) => !answer.ok)}
            onClick={() => void sendAll()}
          >
            Send all {count} answers as written
          </Button>
        </div>
      )}
    </section>
  );
}

/** Server requests that are answered together: the input for one call, or a single request. */
type ServerRequestGroup = {
  readonly key: string;
  readonly together: boolean;
  readonly requests: readonly ServerRequest[];
};

/** Groups open server requests, ordered by the first request of each group. */
export function serverRequestGroups(requests: readonly ServerRequest[]): ServerRequestGroup[] {
  const groups = groupedBy(requests, ({ via, seq, requestId }) =>
    via === 'input-required' ? `seq ${seq}` : requestId,
  );
  return [...groups].map(([key, members]) => ({
    key,
    together: members[0]?.via === 'input-required',
    requests: members,
  }));
}
