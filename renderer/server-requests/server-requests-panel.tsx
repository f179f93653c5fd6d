import { useEffect, useRef, useState } from 'react';
import { isJsonObject } from '../../app/base/json-value.ts';
import { liveInfo, type ServerRequest, type SessionInfo } from '../../app/contract/session-info.ts';
import { serverMessage, undeclaredPart, wantedBy } from '../../app/protocol/server-request.ts';
import { useRow } from '../state/log/log-mirrors.ts';
import { selectRow, showDialog } from '../state/screen/screen-actions.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import {
  answerOfDraft,
  firstServerRequestDraft,
  serverRequestShape,
} from '../state/server-requests/server-request-draft.ts';
import {
  type AnsweredServerRequest,
  isDone,
  placeKey,
  placeOf,
  requestFocus,
  setPanel,
  unfoldServerRequest,
  useServerRequests,
} from '../state/server-requests/server-requests-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { CrossMark } from '../ui/controls/glyph.tsx';
import { RowLink } from '../ui/controls/row-link.tsx';
import { sendAnswer } from './answer-server-request.ts';
import { type CallOver, useCallOver } from './call-over.ts';
import { ServerRequestForm } from './server-request-form.tsx';
import { type ServerRequestGroup, serverRequestGroups } from './server-request-groups.ts';
import styles from './server-requests.module.css';

type CallOverNoteProps = { readonly session: string; readonly over: CallOver };

/** Says that no call waits for the answer any more. It can still be given: how the server takes it is a test. */
function CallOverNote({ session, over }: CallOverNoteProps) {
  return (
    <p role="status" className={styles.over}>
      {over.words}{' '}
      <RowLink session={session} seq={over.seq}>
        row {over.seq}
      </RowLink>{' '}
      An answer still goes to the server; to dismiss it sends nothing.
    </p>
  );
}

type ServerRequestItemProps = {
  readonly info: SessionInfo;
  readonly ask: ServerRequest;
  readonly unfolded: boolean;
};

/** An ask in the list: its head unfolds it and selects its row in the log. */
function ServerRequestItem({ info, ask, unfolded }: ServerRequestItemProps) {
  const { session } = info;
  const over = useCallOver(session, ask);
  const unfold = () => {
    unfoldServerRequest(session, ask.ask);
    selectRow(session, ask.seq);
  };
  return (
    <li className={styles.item} data-ask={ask.ask}>
      <div className={styles.head}>
        <Button look="row" className={styles.fold} aria-expanded={unfolded} onClick={unfold}>
          <b>{wantedBy(ask.method, ask.params)}</b>
          {ask.key !== '' && <code>{ask.key}</code>}
          {!unfolded && <span className={styles.teaser}>{serverMessage(ask.method, ask.params)}</span>}
        </Button>
        <span className={styles.where}>
          <code>{ask.method}</code>{' '}
          <RowLink session={session} seq={ask.seq}>
            row {ask.seq}
          </RowLink>
        </span>
      </div>
      {unfolded && isJsonObject(ask.params.task) && (
        <p className={styles.task}>
          The server wants a task: it has an id already, and looks for the answer now and then.
        </p>
      )}
      {unfolded && <UndeclaredNote ask={ask} info={info} />}
      {over !== undefined && <CallOverNote session={session} over={over} />}
      {unfolded && <ServerRequestForm info={info} ask={ask} over={over !== undefined} />}
    </li>
  );
}

/** Says of an ask that it uses what the session does not declare; it can be answered all the same. */
function UndeclaredNote({ ask, info }: { readonly ask: ServerRequest; readonly info: SessionInfo }) {
  const part = undeclaredPart(ask.method, ask.params, info.clientCapabilities);
  if (part === '') return null;
  return (
    <p className={styles.task}>
      This session does not declare <code>{part}</code>, and the server uses it: a client has to refuse that
      with the error -32602. Any other answer goes out all the same.
    </p>
  );
}

/** What the server of a session asks, each with its answer. Nothing else of the session waits for it. */
export function ServerRequestsPanel({ info }: { readonly info: SessionInfo }) {
  const body = useFocusRequest();
  const asks = liveInfo(info)?.asks ?? [];
  const wished = useServerRequests((state) => state.unfolded[info.session]);
  const unfolded = asks.some(({ ask }) => ask === wished) ? wished : asks[0]?.ask;
  return (
    <section aria-label="The server asks" className={styles.panel}>
      <header className={styles.bar}>
        <h2>
          The server asks <span className={styles.count}>{asks.length}</span>
        </h2>
        <Button look="quiet" onClick={() => showDialog('asks')}>
          Answers and roots
        </Button>
        <Button
          look="icon"
          aria-label="Close the asks"
          title="They stay open; the banner above the log leads back"
          onClick={() => setPanel(info.session, 'closed')}
        >
          <CrossMark />
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={body} className={styles.body} tabIndex={0}>
        {asks.length === 0 && (
          <p className={styles.note}>Nothing is open. What the server asks next is answered here.</p>
        )}
        {serverRequestGroups(asks).map((group) =>
          group.together ? (
            <TogetherGroup key={group.key} info={info} group={group} />
          ) : (
            <ul key={group.key}>
              {group.asks.map((ask) => (
                <ServerRequestItem key={ask.ask} info={info} ask={ask} unfolded={ask.ask === unfolded} />
              ))}
            </ul>
          ),
        )}
        {asks.map((ask) => ask.ask === unfolded && <TimeoutNote key={ask.ask} info={info} ask={ask} />)}
        <AnsweredList info={info} />
      </div>
    </section>
  );
}

/** A server asks in the middle of a call, whose time runs on until the call is over. */
function TimeoutNote({ info, ask }: { readonly info: SessionInfo; readonly ask: ServerRequest }) {
  const over = useCallOver(info.session, ask);
  const seconds = (liveInfo(info)?.settings.timeoutMs ?? 0) / 1000;
  if (seconds === 0 || ask.via !== 'request' || over !== undefined) return null;
  return (
    <p className={styles.note}>
      A call that waits for this still times out after {seconds} s, unless it was given more time.
    </p>
  );
}

/** A wish to answer brings the focus to the first field of its ask, once. */
function useFocusRequest() {
  const body = useRef<HTMLDivElement>(null);
  const wish = useServerRequests((state) => state.focusRequest);
  const dialog = useScreen((state) => state.dialog);
  useEffect(() => {
    if (wish === '' || dialog !== null) return;
    const form = body.current?.querySelector(`[data-ask="${CSS.escape(wish)}"] form`);
    const field = form?.querySelector<HTMLElement>('input, textarea, select, a[href]');
    (field ?? body.current)?.focus();
    requestFocus('');
  }, [wish, dialog]);
  return body;
}

/** The last answers of a session, the newest first, with what the server said of a visit since. */
function AnsweredList({ info }: { readonly info: SessionInfo }) {
  const answered = useServerRequests((state) => state.answered[info.session]) ?? NONE;
  const withdrawn = liveInfo(info)?.cancelledServerRequests ?? [];
  if (answered.length === 0 && withdrawn.length === 0) return null;
  return (
    <section aria-label="Earlier server requests" className={styles.before}>
      <h3>Before</h3>
      <ul>
        {answered.toReversed().map((one) => (
          <li key={one.ask}>
            <RowLink session={info.session} seq={one.seq}>
              row {one.seq}
            </RowLink>{' '}
            {wantedBy(one.method, one.params)}: <b>{one.words}</b>
            {visitText(info, one)}
            <span className={styles.teaser}> {serverMessage(one.method, one.params)}</span>
          </li>
        ))}
        {withdrawn.toReversed().map((one) => (
          <li key={one.ask}>
            <RowLink session={info.session} seq={one.seq}>
              row {one.seq}
            </RowLink>{' '}
            {wantedBy(one.method, one.params)}: taken back, {one.why}
          </li>
        ))}
      </ul>
    </section>
  );
}

const NONE: readonly AnsweredServerRequest[] = [];

function visitText(info: SessionInfo, one: AnsweredServerRequest): string {
  // 2026-07-28 has no such word of the server, and no id for it.
  if (!one.visits || typeof one.params.elicitationId !== 'string') return '';
  if (isDone(info, one)) return ', and the server says that the visit is done';
  return info.state === 'ready' ? ', waiting for the server to say that the visit is done' : '';
}

type Props = { readonly info: SessionInfo; readonly group: ServerRequestGroup };

/** The input that one call requires: all of it is answered before the call is repeated. */
function TogetherGroup({ info, group }: Props) {
  const [busy, setBusy] = useState(false);
  const row = useRow(info.session, group.asks[0]?.seq ?? null);
  const drafts = useServerRequests((state) => state.drafts);
  const ready = group.asks.map((ask) => {
    const draft =
      drafts[placeKey(placeOf(info, ask.ask))] ??
      firstServerRequestDraft(ask, liveInfo(info)?.settings.roots ?? []);
    return { ask, answer: answerOfDraft(serverRequestShape(ask), draft) };
  });
  const sendAll = async () => {
    setBusy(true);
    for (const { ask, answer } of ready) if (answer.ok) await sendAnswer(info, ask, answer.value);
    setBusy(false);
  };
  const count = group.asks.length;
  const call = row === undefined ? 'a call' : `${row.method} ${row.target}`.trim();
  return (
    <section aria-label={`Input for ${call}`} className={styles.group}>
      <p className={styles.groupHead}>
        <b>{call}</b> needs {count === 1 ? 'one answer' : `${count} answers`} more. It is repeated with all of
        them under a new id.
      </p>
      <ul>
        {group.asks.map((ask) => (
          <ServerRequestItem key={ask.ask} info={info} ask={ask} unfolded />
        ))}
      </ul>
      {count > 1 && (
        <div className={styles.groupSend}>
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
