import { assertNever } from '../../app/base/result.ts';
import type { ServerRequest, SessionInfo } from '../../app/contract/session-info.ts';
import { policyNameOf, policyOfAnswer, type ServerRequestAnswer } from '../../app/protocol/server-request.ts';
import { host, notifyFailure, settled } from '../state/host/host.ts';
import { notify } from '../state/screen/notices-store.ts';
import { serverRequestShape } from '../state/server/server-request-draft.ts';
import { noteAnswered } from '../state/server/server-requests-store.ts';

/** Sends an answer. If that fails, the app shows the reason and keeps the draft. */
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
}

/** Lets the session give this answer to every server request of the kind from now on. */
export async function answerAlways(
  info: SessionInfo,
  serverRequest: ServerRequest,
  answer: ServerRequestAnswer,
): Promise<void> {
  const answers = { [policyNameOf(serverRequest.method)]: policyOfAnswer(answer) };
  await notifyFailure(host().configure({ session: info.session, settings: { answers } }));
}

/** A short label of an answer. */
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
    default:
      return assertNever(answer);
  }
}
