import { useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import { liveInfo, type ServerRequest, type SessionInfo } from '../../../app/contract/session-info.ts';
import { ELICITATION_CREATE } from '../../../app/protocol/methods.ts';
import {
  POLICY_OF,
  policyOfAnswer,
  type ServerRequestAnswer,
  serverMessage,
} from '../../../app/protocol/server-request.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { notify } from '../../state/screen/screen-store.ts';
import { cannedAnswers } from '../../state/server/canned-answers.ts';
import {
  answerOfDraft,
  draftOfAnswer,
  firstServerRequestDraft,
  type ServerRequestDraft,
  type ServerRequestShape,
  type ServerRequestWay,
  serverRequestShape,
  waysOf,
} from '../../state/server/server-request-draft.ts';
import {
  noteAnswered,
  placeKey,
  requestPlace,
  setServerRequestDraft,
  useServerRequests,
} from '../../state/server/server-requests-store.ts';
import { serverKey } from '../../state/session/session-text.ts';
import argumentsEditorStyles from '../../ui/controls/arguments-editor.module.css';
import { CheckLine, Form, StatusText } from '../../ui/controls/fields.tsx';
import { Button, kit, Segments } from '../../ui/kit.tsx';
import pastCallsStyles from '../../ui/list/named-list.module.css';
import { NamedList, NameField } from '../../ui/list/named-list.tsx';
import { POLICY_NAMES } from './answers-settings.tsx';
import { focusNext } from './follow-server-requests.ts';
import { SamplingRequest } from './sampling.tsx';
import styles from './server-requests.module.css';
import { WayBody } from './way-body.tsx';

type Props = {
  readonly info: SessionInfo;
  readonly serverRequest: ServerRequest;
  /** True if no call is waiting for the answer any more. */
  readonly over: boolean;
};

/** One server request in full: what the server wants, and the answer as a form, JSON, an error or canned. */
export function ServerRequestForm({ info, serverRequest, over }: Props) {
  const shape = serverRequestShape(serverRequest);
  const draft = useServerRequestDraft(info, serverRequest);
  const answering = useAnswering(info, serverRequest);
  const written = answerOfDraft(shape, draft);
  const change = (next: ServerRequestDraft) =>
    setServerRequestDraft(requestPlace(info, serverRequest.requestId), next);
  const submit = () => {
    if (written.ok && !answering.busy) void answering.answer(written.value);
  };
  return (
    <Form
      className={kit.group}
      aria-label={`Answer ${serverRequest.method} ${serverRequest.requestId}`}
      byKeys
      onSubmit={submit}
    >
      <ServerRequestSubject serverRequest={serverRequest} />
      <WaySwitch shape={shape} draft={draft} onChange={change} />
      <WayBody info={info} serverRequest={serverRequest} draft={draft} onChange={change} />
      <CannedList
        info={info}
        serverRequest={serverRequest}
        written={written}
        onLoad={(kept) => change(draftOfAnswer(shape, draft, kept))}
      />
      <AnswerButtons
        serverRequest={serverRequest}
        over={over}
        way={draft.way}
        written={written}
        answering={answering}
      />
    </Form>
  );
}

function useAnswering(info: SessionInfo, serverRequest: ServerRequest) {
  const [always, setAlways] = useState(false);
  const [busy, setBusy] = useState(false);
  const answer = async (given: ServerRequestAnswer) => {
    setBusy(true);
    if (always) await answerAlways(info, serverRequest, given);
    await sendAnswer(info, serverRequest, given);
    setBusy(false);
  };
  return { always, setAlways, busy, answer };
}

function ServerRequestSubject({ serverRequest }: { readonly serverRequest: ServerRequest }) {
  switch (serverRequestShape(serverRequest)) {
    case 'values':
    case 'visit':
      return (
        <p className={kit.anywhere}>
          {serverMessage(serverRequest.method, serverRequest.params) || 'The server gives no message.'}
        </p>
      );
    case 'message':
      return <SamplingRequest params={serverRequest.params} />;
    case 'roots':
      return <p className={kit.anywhere}>The server asks which folders it may work in.</p>;
    case 'nothing':
      return <p className={kit.anywhere}>The server asks whether the client is there.</p>;
  }
}

type WaySwitchProps = {
  readonly shape: ServerRequestShape;
  readonly draft: ServerRequestDraft;
  readonly onChange: (draft: ServerRequestDraft) => void;
};

const DECISION_LABELS: Record<ServerRequestWay, string> = {
  form: 'Form',
  json: 'JSON',
  result: 'Whole result',
  error: 'Error',
};

/** The form of a server request without fields is named after what it shows. */
function wayLabel(shape: ServerRequestShape, way: ServerRequestWay): string {
  if (way !== 'form') return DECISION_LABELS[way];
  if (shape === 'visit') return 'Address';
  return shape === 'nothing' ? 'Empty' : DECISION_LABELS.form;
}

function WaySwitch({ shape, draft, onChange }: WaySwitchProps) {
  return (
    <div className={argumentsEditorStyles.head}>
      <span>Answer</span>
      <Segments
        label="Answer as"
        options={waysOf(shape).map((way) => [way, wayLabel(shape, way)] as const)}
        value={draft.way}
        onChange={(way) => onChange({ ...draft, way })}
      />
    </div>
  );
}

type CannedListProps = {
  readonly info: SessionInfo;
  readonly serverRequest: ServerRequest;
  readonly written: Result<ServerRequestAnswer>;
  readonly onLoad: (answer: ServerRequestAnswer) => void;
};

function CannedList({ info, serverRequest, written, onLoad }: CannedListProps) {
  const server = serverKey(info);
  const all = cannedAnswers.useEntries();
  const answers = all.filter((one) => one.server === server && one.method === serverRequest.method);
  return (
    <details>
      <summary>Canned answers{answers.length === 0 ? '' : ` (${answers.length})`}</summary>
      <NamedList
        label={`Canned answers to ${serverRequest.method}`}
        entries={answers}
        textOf={(one) => JSON.stringify(one.answer)}
        onLoad={(one) => onLoad(one.answer)}
        onDelete={cannedAnswers.remove}
        onRestore={cannedAnswers.save}
      />
      {written.ok ? (
        <NameField
          what="answer"
          verb="Keep"
          onSave={(name) =>
            cannedAnswers.save({ server, method: serverRequest.method, name, answer: written.value })
          }
        />
      ) : (
        <p className={pastCallsStyles.note}>An answer that cannot be sent cannot be kept.</p>
      )}
    </details>
  );
}

type AnswerButtonsProps = {
  readonly serverRequest: ServerRequest;
  readonly over: boolean;
  readonly way: ServerRequestWay;
  readonly written: Result<ServerRequestAnswer>;
  readonly answering: ReturnType<typeof useAnswering>;
};

function AnswerButtons({ serverRequest, over, way, written, answering }: AnswerButtonsProps) {
  const { always, setAlways, busy, answer } = answering;
  const shape = serverRequestShape(serverRequest);
  const elicits = serverRequest.method === ELICITATION_CREATE;
  return (
    <div className={`${kit.group} ${styles.send}`}>
      <StatusText className={kit.fault} text={written.ok ? '' : written.error} />
      <CheckLine
        className={`${kit.note} ${kit.anywhere}`}
        title={`Every ${serverRequest.method} of this session, without asking`}
        checked={always}
        onChange={setAlways}
      >
        Always answer {POLICY_NAMES[POLICY_OF[serverRequest.method]].toLowerCase()} this way
      </CheckLine>
      <div className={kit.wrap}>
        <Button type="submit" look="primary" disabled={!written.ok || busy} title="Ctrl+Enter">
          {sendLabel(shape, way)}
        </Button>
        <Button disabled={busy} onClick={() => void answer({ kind: 'decline' })}>
          {elicits ? 'Decline' : 'Refuse'}
        </Button>
        {elicits && (
          <Button disabled={busy} onClick={() => void answer({ kind: 'cancel' })}>
            Cancel
          </Button>
        )}
        <Button
          look="quiet"
          disabled={busy}
          title={over ? 'Closes it here and sends nothing' : 'The server waits until it gives up by itself'}
          onClick={() => void answer({ kind: 'silent' })}
        >
          {over ? 'Dismiss' : 'Never answer'}
        </Button>
      </div>
      {serverRequest.via === 'input-required' && (
        <p className={kit.note}>
          Since 2026-07-28 such an answer goes with the repeated call.{' '}
          {elicits ? 'An error' : 'A refusal, an error'} and no answer have no place there: they give the call
          up.
        </p>
      )}
      {serverRequest.via === 'task' && (
        <p className={kit.note}>
          This answer goes out by tasks/update. {elicits ? 'An error' : 'A refusal, an error'} and no answer
          have no place there: the task goes on waiting.
        </p>
      )}
    </div>
  );
}

const ACCEPT_LABELS: { readonly [Shape in ServerRequestShape]: string } = {
  values: 'Accept',
  visit: 'Accept',
  message: 'Send answer',
  roots: 'Send roots',
  nothing: 'Answer',
};

function sendLabel(shape: ServerRequestShape, way: ServerRequestWay): string {
  if (way === 'error') return 'Send error';
  return way === 'result' ? 'Send result' : ACCEPT_LABELS[shape];
}

/** Sends an answer. On failure shows the reason and keeps the draft. */
export async function sendAnswer(
  info: SessionInfo,
  serverRequest: ServerRequest,
  answer: ServerRequestAnswer,
): Promise<void> {
  const { session } = info;
  const sent = await settled(
    host().answerServerRequest({ session, requestId: serverRequest.requestId, answer }),
  );
  if (!sent.ok) {
    notify({ level: 'error', text: sent.error });
    return;
  }
  const { requestId: name, method, params, seq, via } = serverRequest;
  const visits =
    serverRequestShape(serverRequest) === 'visit' &&
    answer.kind === 'result' &&
    answer.result.action === 'accept';
  noteAnswered(session, {
    requestId: name,
    method,
    params,
    seq,
    via,
    answerText: answerText(answer),
    visits,
  });
  focusNext(serverRequest);
}

async function answerAlways(
  info: SessionInfo,
  serverRequest: ServerRequest,
  answer: ServerRequestAnswer,
): Promise<void> {
  const answers = { [POLICY_OF[serverRequest.method]]: policyOfAnswer(answer) };
  await notifyFailure(host().configure({ session: info.session, settings: { answers } }));
}

export function answerText(answer: ServerRequestAnswer): string {
  switch (answer.kind) {
    case 'result':
      return typeof answer.result.action === 'string' ? answer.result.action : 'result';
    case 'decline':
      return 'declined';
    case 'cancel':
      return 'cancelled';
    case 'error':
      return `error ${answer.code}`;
    case 'silent':
      return 'never answered';
  }
}

function useServerRequestDraft(info: SessionInfo, serverRequest: ServerRequest): ServerRequestDraft {
  const written = useServerRequests(
    ({ drafts }) => drafts[placeKey(requestPlace(info, serverRequest.requestId))],
  );
  return written ?? firstServerRequestDraft(serverRequest, liveInfo(info)?.settings.roots ?? []);
}
