import type { ReactNode } from 'react';
import type { ComparedEnd, ComparedExchange } from '../../../app/analysis/compare/compared-rows.ts';
import type { RunFinding } from '../../../app/analysis/compare/run-reader.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { FindingMark } from '../../shared/finding-mark.tsx';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { useCompare } from '../../state/runs/compare-store.ts';
import { activateSession, notify, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { useSessionContext } from '../../state/session/use-server-vocabulary.ts';
import { DiffView } from '../../ui/content/diff-view.tsx';
import { Fault } from '../../ui/controls/fields.tsx';
import { formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { EndLabel } from '../re-run/end-text.tsx';

type Props = {
  readonly number: number;
  readonly row: ComparedExchange;
  readonly left: SessionInfo;
  readonly right: SessionInfo;
};

/** Both sides of an exchange: how each ended, new and resolved findings, request and result line by line. */
export function ComparedDetails({ number, row, left, right }: Props) {
  const comparison = useCompare((state) => state.comparison) ?? '';
  const read = useLoaded(
    comparison === '' ? '' : 'detail',
    () => settled(host().readComparedRow({ comparison, number })),
    comparison,
    number,
  );
  const detail = read?.ok === true ? read.value : null;
  return (
    <>
      <div className={kit.pair}>
        <Facts title="Before" end={row.left} info={left} method={row.method} />
        <Facts title="After" end={row.right} info={right} method={row.method} />
      </div>
      <Fault text={read?.ok === false ? read.error : ''} />
      {detail === null ? null : (
        <>
          <Findings title="Findings gained" findings={detail.gained} session={right.session} />
          <Findings title="Findings lost" findings={detail.lost} session={left.session} />
          <DiffView title="Request" diff={detail.request} />
          <DiffView title="Answer" diff={detail.result} />
        </>
      )}
    </>
  );
}

type FactsProps = {
  readonly title: string;
  readonly end: ComparedEnd | null;
  readonly info: SessionInfo;
  readonly method: string;
};

function Facts({ title, end, info, method }: FactsProps) {
  const context = useSessionContext(info);
  if (end === null) {
    return (
      <section aria-label={title}>
        <h3>
          {title} <small>{info.label}</small>
        </h3>
        <p className={kit.mute}>This run did not make the request.</p>
      </section>
    );
  }
  const { requestSeq, answerSeq, message, durationMs } = end;
  return (
    <section aria-label={title}>
      <h3>
        {title} <small>{info.label}</small>
      </h3>
      <dl className={kit.entries}>
        <Fact name="ended as">
          <EndLabel end={{ ...end, text: message }} method={method} context={context} />
        </Fact>
        {message === '' ? null : <Fact name="message">{message}</Fact>}
        <Fact name="took">{durationMs < 0 ? 'no answer' : formatDuration(durationMs)}</Fact>
      </dl>
      <div className={`${kit.wrap} ${kit.above}`}>
        <Button onClick={() => goToRow(info.session, requestSeq)}>Go to the request, #{requestSeq}</Button>
        {answerSeq === 0 ? null : (
          <Button onClick={() => goToRow(info.session, answerSeq)}>Go to the answer, #{answerSeq}</Button>
        )}
      </div>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type FindingsProps = {
  readonly title: string;
  readonly findings: readonly RunFinding[];
  readonly session: string;
};

function Findings({ title, findings, session }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {findings.map(({ rule, severity, title: text, seq }) => (
          <li key={`${rule} ${seq}`}>
            <FindingMark severity={severity} /> <b>{rule}</b> {text}{' '}
            <Button look="link" onClick={() => goToRow(session, seq)}>
              #{seq}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Closes the dialog, and shows a row of any session in its tab. */
export function goToRow(session: string, seq: number): void {
  if (!useScreen.getState().sessions.some((info) => info.session === session)) {
    notify({ level: 'warning', text: `The tab of session ${session} was closed.` });
    return;
  }
  showDialog(null);
  activateSession(session);
  showRow(session, seq);
}
