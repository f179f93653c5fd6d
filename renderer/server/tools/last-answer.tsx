import { useMemo } from 'react';
import { jsonText } from '../../../app/base/json-value.ts';
import type { ServerRequest, SessionInfo } from '../../../app/contract/session-info.ts';
import { allText } from '../../../app/explain/light-answer.ts';
import type { Row } from '../../../app/frame/row.ts';
import { type CallOutcome, callOutcome } from '../../../app/session/server-activity.ts';
import type { Envelope } from '../../../app/wire/envelope.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { useEnvelope } from '../../state/log/use-record.ts';
import { selectRow } from '../../state/screen/screen-store.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { type DraftKey, useSidebar } from '../../state/server/sidebar-store.ts';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { formatClock, formatDuration, shortened } from '../../ui/format/quantity-text.ts';
import { Button, kit, ScrollBox, TierMark } from '../../ui/kit.tsx';
import {
  AnswerButton,
  inputRequests,
  requestDuring,
  useNow,
  WAITS_FOR_USER,
} from '../running/running-calls.tsx';
import styles from './last-answer.module.css';

export type LastAnswerProps = {
  readonly info: SessionInfo;
  readonly draftKey: DraftKey;
  readonly method: string;
  readonly target: string;
  /** True while this form waits for its own call. */
  readonly busy: boolean;
};

type LastCall = { readonly request: Row; readonly rowOf: (seq: number) => Row | undefined };

/** The request of the newest call of a form's target, also from elsewhere, with the rows of its log. */
export function useLastCall(
  session: string,
  draftKey: DraftKey,
  method: string,
  target: string,
): LastCall | undefined {
  const { mirror } = useSessionLog(session);
  const sent = useSidebar((sidebar) => sidebar.sent[draftKey] ?? 0);
  const newest = Math.max(sent, serverActivity(mirror).uses(method).get(target)?.last ?? 0);
  const request = newest === 0 ? undefined : mirror.rowOf(newest);
  return request === undefined ? undefined : { request, rowOf: (seq) => mirror.rowOf(seq) };
}

/** How the newest call of a form's target ended, also if it was made elsewhere, or that it is under way. */
export function LastAnswer({ info, draftKey, method, target, busy }: LastAnswerProps) {
  const last = useLastCall(info.session, draftKey, method, target);
  if (last === undefined) {
    return busy ? (
      <p role="status" className={kit.mute}>
        Sent…
      </p>
    ) : null;
  }
  const { request, rowOf } = last;
  const end = callOutcome(request, rowOf);
  const asked = requestDuring(info, request.seq) ?? inputRequests(info).find(({ seq }) => seq === end.seq);
  return end.outcome === 'pending' || asked?.seq === end.seq ? (
    <UnderWay info={info} request={request} asked={asked} />
  ) : (
    <Ended info={info} request={request} end={end} />
  );
}

type UnderWayProps = {
  readonly info: SessionInfo;
  readonly request: Row;
  readonly asked: ServerRequest | undefined;
};

function UnderWay({ info, request, asked }: UnderWayProps) {
  const now = useNow(info.state === 'ready');
  const elapsed = Math.max(0, now - Date.parse(info.startedAt) - request.at);
  return (
    <section className={`${kit.box} ${kit.dashed} ${styles.box}`} aria-label="Answer" data-pending="true">
      <div className={`${kit.wrap} ${kit.fixed} ${styles.head}`}>
        <b role="status">{asked === undefined ? 'under way' : WAITS_FOR_USER}</b>
        {info.state === 'ready' && <span className={kit.fact}>{formatDuration(elapsed)}</span>}
        {asked === undefined ? (
          <ShowButton session={info.session} seq={request.seq} />
        ) : (
          <AnswerButton info={info} request={asked} />
        )}
      </div>
    </section>
  );
}

type EndedProps = { readonly info: SessionInfo; readonly request: Row; readonly end: CallOutcome };

function Ended({ info, request, end }: EndedProps) {
  const { session, startedAt } = info;
  const row = useSessionLog(session).mirror.rowOf(end.seq);
  const isLight = row !== undefined && row.sizeBytes <= MAX_BYTES;
  const envelope = useEnvelope(session, isLight ? end.seq : null);
  const read = useMemo(() => (envelope === undefined ? '' : answerText(envelope)), [envelope]);
  const text = isLight ? read : (row?.text ?? '');
  const code = row?.code ?? '';
  return (
    <section
      className={`${kit.box} ${kit.tinted} ${kit.tier} ${styles.box}`}
      aria-label="Answer"
      data-tier={end.tier}
    >
      <div className={`${kit.wrap} ${kit.fixed} ${styles.head}`}>
        <TierMark tier={end.tier} />
        <b role="status">{end.outcome}</b>
        {code !== '' && <code className={kit.strong}>{drawnText(code)}</code>}
        <span className={kit.fact} title={`Called at ${formatClock(startedAt, request.at)}`}>
          {end.durationMs < 0 ? '' : formatDuration(end.durationMs)}
        </span>
        <ShowButton session={session} seq={end.seq} />
      </div>
      {text !== '' && (
        <ScrollBox className={`${kit.panel} ${styles.text}`}>
          <pre className={kit.code}>{drawnText(shortened(text, MAX_CHARS))}</pre>
        </ScrollBox>
      )}
    </section>
  );
}

function ShowButton({ session, seq }: { readonly session: string; readonly seq: number }) {
  return (
    <Button look="link" className={kit.push} onClick={() => selectRow(session, seq)}>
      Show row
    </Button>
  );
}

/** The rest is in the inspector. */
const MAX_CHARS = 2000;
/** A larger answer is not read for its first lines: the row has a preview of it. */
const MAX_BYTES = 200_000;

function answerText(envelope: Envelope): string {
  if (envelope.kind === 'error') return envelope.error.message;
  if (envelope.kind !== 'result') return '';
  const text = allText(envelope.result);
  return text === '' ? jsonText(envelope.result) : text;
}
