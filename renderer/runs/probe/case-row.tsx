import { create } from 'zustand';
import type { Result } from '../../../app/base/result.ts';
import type { ProbeChange } from '../../../app/checks/probe/compare-probes.ts';
import type { CaseOutcome, CaseVerdict, ProbeReport } from '../../../app/checks/probe/probe-report.ts';
import { bindingText, sideText } from '../../../app/checks/probe/problem-list.ts';
import type { CaseAgain } from '../../../app/contract/probe-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { activateSession, useScreen } from '../../state/screen/screen-store.ts';
import { loadFrame } from '../../state/server/raw-editor-store.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { isLive } from '../../state/session/session-text.ts';
import { Fault } from '../../ui/controls/fields.tsx';
import { Button, kit, TierMark } from '../../ui/kit.tsx';
import styles from './case-row.module.css';

type Props = {
  readonly info: SessionInfo;
  readonly verdict: CaseVerdict;
  readonly change?: ProbeChange | undefined;
};

/** One case: a click selects its record in the log below. It can be re-run. */
export function CaseRow({ info, verdict, change }: Props) {
  const { session, commandLine } = info;
  const { id, target, kind, title, outcome, requestSeq, why } = verdict;
  const again = useAgain((state) => state[`${session} ${id}`]);
  const live = useScreen(({ sessions }) =>
    sessions.find((other) => other.commandLine === commandLine && isLive(other)),
  );
  const seq = requestSeq;
  const name = `${target === '' ? kind : target}: ${title}`;
  return (
    <li className={`${kit.wrap} ${kit.option} ${styles.row}`} data-case={id} data-outcome={outcome}>
      <Button
        look="row"
        className={styles.case}
        disabled={seq === null}
        title={seq === null ? why : 'Select its record in the log below'}
        onClick={() => seq !== null && showRow(session, seq)}
      >
        <OutcomeMark outcome={outcome} />
        <span className={`${kit.grow} ${kit.anywhere}`}>
          <code className={kit.strong}>{target === '' ? kind : target}</code> {title}
          {change === undefined || change === 'still' ? null : (
            <b className={kit.accent}> {CHANGE_TEXT[change]}</b>
          )}
        </span>
        <SeenAndAsked verdict={verdict} />
      </Button>
      {seq === null ? null : (
        <Button
          size="small"
          aria-label={`Send again: ${name}`}
          title="To a fresh process of the server, byte for byte; judged again"
          disabled={again === 'waiting'}
          onClick={() => void reRunCase(session, id)}
        >
          {again === 'waiting' ? 'Sending…' : 'Send again'}
        </Button>
      )}
      {seq === null || live === undefined ? null : (
        <Button
          size="small"
          aria-label={`Raw editor: ${name}`}
          title={`Its first line in the raw editor, to be changed and sent to ${live.label}`}
          onClick={() => {
            activateSession(live.session);
            void loadFrame(session, seq);
          }}
        >
          Raw editor
        </Button>
      )}
      {why === '' ? null : <p className={`${kit.note} ${kit.whole} ${styles.under}`}>{why}</p>}
      {again === undefined || again === 'waiting' ? null : <AgainView again={again} />}
    </li>
  );
}

function AgainView({ again }: { readonly again: Result<CaseAgain> }) {
  if (!again.ok) return <Fault text={again.error} className={`${kit.whole} ${styles.under}`} />;
  const { verdict } = again.value;
  return (
    <p role="status" className={`${kit.wrap} ${kit.whole} ${styles.under}`} data-again={verdict.outcome}>
      <OutcomeMark outcome={verdict.outcome} /> <b>Now {verdict.outcome}</b>
      <SeenAndAsked verdict={verdict} />
      {verdict.failure?.message ?? verdict.why}
      <Button look="link" onClick={() => void openReRunRecording(again.value)}>
        Open its frames
      </Button>
    </p>
  );
}

const CHANGE_TEXT: Readonly<Record<ProbeChange, string>> = {
  new: 'new failure',
  still: 'still fails',
  fixed: 'fixed',
  unsure: 'no verdict now',
  gone: 'gone',
};

function SeenAndAsked({ verdict: { seen, asked } }: { readonly verdict: CaseVerdict }) {
  return (
    <span className={`${kit.note} ${kit.row} ${kit.fixed}`}>
      {seen === null ? null : (
        <span
          className={kit.tier}
          title={seen.text}
          data-tier={seen.tier === 'silence' ? 'transport' : seen.tier}
        >
          {seen.tier === 'silence' ? null : <TierMark tier={seen.tier} />} seen: {seen.tier}
          {seen.code === null ? '' : ` ${seen.code}`}
        </span>
      )}
      {asked === null ? null : (
        <span className={kit.mute} title={asked.sentence}>
          asked: {asked.tier}
        </span>
      )}
    </span>
  );
}

/** For example "SHOULD, for the author of the server". */
export function whoseText({ failure }: CaseVerdict, vocabulary: ProbeReport['vocabulary']): string {
  return failure === null
    ? ''
    : `${bindingText(failure.binding)} · for ${sideText(failure.side, vocabulary)}`;
}

const PATHS: Readonly<Record<CaseOutcome, string>> = {
  passed: 'M2 6.4l2.6 2.6 5.2-6',
  failed: 'M2.6 2.6l6.8 6.8M9.4 2.6l-6.8 6.8',
  inconclusive: 'M4 4.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M6 9.9v.1',
  'not-applicable': 'M3 6h6',
};

/** How a case ended, as a shape: color is never the only cue. */
export function OutcomeMark({ outcome }: { readonly outcome: CaseOutcome }) {
  return (
    <svg
      className={kit.mark}
      data-tone={outcome}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      role="img"
      aria-label={outcome === 'not-applicable' ? 'not applicable' : outcome}
    >
      <path d={PATHS[outcome]} fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
    </svg>
  );
}

type Again = 'waiting' | Result<CaseAgain>;

const useAgain = create<{ readonly [key: string]: Again }>(() => ({}));

/** Re-runs a case on a new process of the server, and shows the new verdict next to the old one. */
export async function reRunCase(session: string, id: string): Promise<void> {
  const keep = (again: Again) => useAgain.setState({ [`${session} ${id}`]: again });
  keep('waiting');
  keep(await settled(host().probeCase({ session, id })));
}

export async function openReRunRecording({ recording }: CaseAgain): Promise<void> {
  const opened = await notifyFailure(host().openRecording({ path: recording }));
  const [session] = opened?.sessions ?? [];
  if (session !== undefined) activateSession(session);
}
