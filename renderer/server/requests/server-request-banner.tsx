import type { ComponentProps } from 'react';
import { liveInfo, type ServerRequest, type SessionInfo } from '../../../app/contract/session-info.ts';
import { isOpen, type Outcome } from '../../../app/frame/row.ts';
import { serverMessage, wantedBy } from '../../../app/protocol/server-request.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import {
  ANSWER_KEY,
  isFormShown,
  showServerRequest,
  useServerRequests,
} from '../../state/server/server-requests-store.ts';
import banner from '../../ui/controls/banner.module.css';
import { counted, shortened } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';

/** Reports above the log that the server is waiting for the user. */
export function ServerRequestBanner({ info }: { readonly info: SessionInfo }) {
  const [first, ...more] = liveInfo(info)?.serverRequests ?? [];
  const over = useCallOver(info.session, first);
  if (first === undefined) return null;
  const message = serverMessage(first.method, first.params);
  return (
    <section aria-label="The server waits for an answer" className={banner.banner} data-level="info">
      <p role="status">
        <ServerRequestBadge /> <b>The server asks for {wantedBy(first.method, first.params)}</b>
        {message === '' ? '' : `: ${shortened(message, 160)}`}
        {more.length === 0 ? '' : ` (and ${more.length} more)`}
        {over === undefined ? '' : ` · ${over.text}`}
      </p>
      <AnswerButton info={info} request={first} />
    </section>
  );
}

type AnswerButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'look' | 'children'> & {
  readonly info: SessionInfo;
  readonly request: ServerRequest;
};

/** Leads to the form of a server request; not drawn while the panel shows the form with its own buttons. */
export function AnswerButton({ info, request, children = 'Answer', ...look }: AnswerButtonProps) {
  const isShown = useServerRequests((state) => isFormShown(info, request.requestId, state));
  if (isShown) return null;
  return (
    <Button {...look} onClick={() => showServerRequest(info.session, request.requestId)}>
      {children} <kbd>{ANSWER_KEY}</kbd>
    </Button>
  );
}

export function TabServerRequests({ info }: { readonly info: SessionInfo }) {
  const count = liveInfo(info)?.serverRequests.length ?? 0;
  if (count === 0) return null;
  return (
    <span
      className={`${kit.inline} ${kit.badge}`}
      data-tone="accent"
      data-server-requests={count}
      title={`Open server requests: ${count}`}
    >
      <ServerRequestBadge />
      {count}
    </span>
  );
}

/** How every call that was open when a server request arrived has ended; nobody waits for the answer now. */
export function tabServerRequestsText(info: SessionInfo): string {
  const count = liveInfo(info)?.serverRequests.length ?? 0;
  return count === 0 ? '' : ` ${counted(count, 'open server request')}`;
}

function ServerRequestBadge() {
  return (
    <svg
      aria-hidden="true"
      className={kit.mark}
      data-tone="accent"
      width="13"
      height="13"
      viewBox="0 0 13 13"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
    >
      <circle cx="6.5" cy="6.5" r="5.6" />
      <path d="M4.9 5.1c.1-1 .8-1.6 1.7-1.6s1.6.6 1.6 1.4c0 1.2-1.6 1.3-1.6 2.5M6.6 9.4v.1" />
    </svg>
  );
}

/** How every call that was open when a server request arrived has ended; nobody waits for the answer any more. */
export type CallOver = {
  readonly text: string;
  readonly seq: number;
};

/** How the calls of a server request ended; undefined while one is open, or if none was. */
export function callOver(
  { during = [] }: Pick<ServerRequest, 'during'>,
  outcomeOf: (seq: number) => Outcome | '' | undefined,
): CallOver | undefined {
  const outcomes = during.map(outcomeOf);
  const seq = during.at(-1);
  if (seq === undefined || outcomes.some((outcome) => outcome === undefined || isOpen(outcome)))
    return undefined;
  const text =
    during.length === 1
      ? `The call that this came with is over: ${OVER_TEXTS[outcomes[0] || 'lost'] ?? 'no answer to it can come'}.`
      : `All ${during.length} calls that were open when this came are over.`;
  return { text, seq };
}

/** True if no call is waiting for the answer now. */
export function useCallOver(session: string, serverRequest: ServerRequest | undefined): CallOver | undefined {
  const { mirror } = useSessionLog(session);
  return serverRequest === undefined
    ? undefined
    : callOver(serverRequest, (seq) => mirror.rowOf(seq)?.outcome);
}

const OVER_TEXTS: { readonly [End in Outcome]?: string } = {
  ok: 'it was answered',
  'tool error': 'it was answered with an error',
  'protocol error': 'it was answered with an error',
  'timed out': 'it timed out',
  late: 'it timed out, and was answered late',
  cancelled: 'it was cancelled',
  'rejected by the client': 'the client rejected its result',
};
