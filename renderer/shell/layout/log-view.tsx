import { Group, Panel, Separator } from 'react-resizable-panels';
import { type FileInfo, fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { FindingsCounter } from '../../inspector/findings/findings-counter.tsx';
import { FindingsPanel } from '../../inspector/findings/findings-panel.tsx';
import { ProbeResult } from '../../runs/probe/probe-result.tsx';
import { RunningStrip } from '../../server/running/running-strip.tsx';
import { useSessionNames } from '../../state/log/front-rows.ts';
import { useProbes } from '../../state/runs/probe-store.ts';
import { MERGED, useScreen } from '../../state/screen/screen-store.ts';
import { FilterBar } from '../../traffic/filter/filter-bar.tsx';
import { FrameLog } from '../../traffic/log/frame-log.tsx';
import { OverviewStrip } from '../../traffic/overview/overview-strip.tsx';
import { ReplayBar } from '../../traffic/replay/replay-bar.tsx';
import { FindBar } from '../../traffic/search/find-bar.tsx';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import { SessionBadge } from '../../ui/controls/session-badge.tsx';
import styles from './layout.module.css';

type Props = {
  /** The session in front; without one, the merged log of all sessions. */
  readonly info?: SessionInfo | undefined;
};

/** The frame log, and below it the findings while they are wanted; without a session, those of the merged log. */
function LogAndFindings({ info }: Props) {
  const open = useScreen((state) => state.findingsOpen);
  return (
    <Group id="log-group" orientation="vertical" className={styles.panes}>
      <Panel id="log" className={styles.pane} minSize="120px">
        <FrameLog key={info === undefined ? MERGED : `${info.session} ${info.startedAt}`} info={info} />
      </Panel>
      {open && (
        <>
          <Separator className={styles.flat} aria-label="Height of the findings" />
          <Panel id="findings" className={styles.pane} defaultSize="42%" minSize="100px">
            {info === undefined ? (
              <FindingsOfSelection />
            ) : (
              <FindingsPanel key={info.session} session={info.session} />
            )}
          </Panel>
        </>
      )}
    </Group>
  );
}

/** The findings of the session whose row is selected, with its name above them. */
function FindingsOfSelection() {
  const active = useScreen((state) => state.active);
  const badge = useSessionNames().get(active ?? '');
  if (active === null || badge === undefined) return null;
  return (
    <>
      <p className={styles.whose}>
        Of the selected row’s session: <SessionBadge {...badge} />
      </p>
      <FindingsPanel session={active} />
    </>
  );
}

/** From the filter down to what is replayed; beside the result of a probe only what leads to its frames. */
function LogPart({ info, brief = false }: Props & { readonly brief?: boolean }) {
  const session = info?.session ?? MERGED;
  return (
    <>
      <FilterBar info={info}>{info && <FindingsCounter session={session} />}</FilterBar>
      <FindBar />
      {brief ? null : <OverviewStrip key={`${session} overview`} info={info} />}
      <LogAndFindings info={info} />
      {info && <RunningStrip key={`${session} running`} info={info} />}
      {info?.kind === 'file' && !brief ? <ReplayBar key={`${session} replay`} info={info} /> : null}
    </>
  );
}

/** The result of a probe above the log of its recording. */
function ResultAndLog({ info }: { readonly info: FileInfo }) {
  return (
    <Group id="probe-group" orientation="vertical" className={styles.panes}>
      <Panel id="probe" className={styles.pane} defaultSize="64%" minSize="120px">
        <FaultBoundary part="probe result">
          <ProbeResult info={info} />
        </FaultBoundary>
      </Panel>
      <Separator className={styles.flat} aria-label="Height of the probe result" />
      <Panel id="probe-log" className={styles.pane} minSize="120px">
        <LogPart info={info} brief />
      </Panel>
    </Group>
  );
}

/** The session if it is a probe's recording whose result is to be seen. */
function useShownProbe(info: SessionInfo | undefined): FileInfo | undefined {
  const isFolded = useProbes(({ folded }) => folded.includes(info?.session ?? ''));
  const file = fileInfo(info);
  return file?.probe?.kind === 'result' && !isFolded ? file : undefined;
}

/** The log; of a probe's recording, the result above it. */
export function LogView({ info }: Props) {
  const shown = useShownProbe(info);
  return shown === undefined ? <LogPart info={info} /> : <ResultAndLog key={shown.session} info={shown} />;
}
