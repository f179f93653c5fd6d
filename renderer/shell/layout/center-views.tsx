import { Tabs } from '@base-ui/react/tabs';
import type { ComponentType } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { type FileInfo, fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { RunningStrip } from '../../server/running/running-strip.tsx';
import { useSessionNames } from '../../state/log/front-view.ts';
import { useProbes } from '../../state/runs/probe-store.ts';
import {
  type CenterView,
  isAnyOpen,
  MERGED,
  showCenterView,
  useScreen,
} from '../../state/screen/screen-store.ts';
import { FilterBar } from '../../traffic/filter/filter-bar.tsx';
import { FrameLog } from '../../traffic/log/frame-log.tsx';
import { OverviewStrip } from '../../traffic/overview/overview-strip.tsx';
import { ReplayBar } from '../../traffic/replay/replay-bar.tsx';
import { FindBar } from '../../traffic/search/find-bar.tsx';
import { actionsOf } from '../../ui/controls/action.ts';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import { SessionBadge } from '../../ui/controls/session-badge.tsx';
import { kit } from '../../ui/kit.tsx';
import { later } from '../../ui/later.tsx';
import styles from './center-views.module.css';
import layout from './layout.module.css';

const ProblemsView = later('ProblemsView', () => import('../../summary/problems/problems-view.tsx'));
const ProblemsBadge = later('ProblemsBadge', () => import('../../summary/problems/problems-view.tsx'));
const StatisticsView = later('StatisticsView', () => import('../../summary/statistics/statistics-view.tsx'));
const HealthView = later('HealthView', () => import('../../summary/statistics/health-view.tsx'));
const ProbeResult = later('ProbeResult', () => import('../../runs/probe/probe-result.tsx'));
const FindingsCounter = later('FindingsCounter', () => import('../../inspector/findings/findings-panel.tsx'));
const FindingsPanel = later('FindingsPanel', () => import('../../inspector/findings/findings-panel.tsx'));

type Props = {
  /** The active session; undefined for all sessions. */
  readonly info?: SessionInfo | undefined;
};

type Entry = {
  readonly view: CenterView;
  readonly label: string;
  readonly key: string;
  readonly View: ComponentType<Props>;
  /** A short text after the label, or nothing. */
  readonly Badge?: ComponentType<Props>;
};

const CENTER_VIEWS: readonly Entry[] = [
  { view: 'log', label: 'Log', key: 'L', View: RememberedLog },
  { view: 'problems', label: 'Problems', key: 'P', View: ProblemsView, Badge: ProblemsBadge },
  { view: 'statistics', label: 'Statistics', key: 'S', View: StatisticsView },
  { view: 'health', label: 'Health', key: 'H', View: HealthView },
];

export function CenterViews({ info }: Props) {
  const session = info?.session ?? MERGED;
  const remembered = useScreen((state) => state.centerViews[session] ?? 'log');
  const entry = CENTER_VIEWS.find(({ view }) => view === remembered) ?? CENTER_VIEWS[0];
  if (entry === undefined) return null;
  const { view, View } = entry;
  return (
    <Tabs.Root className={styles.root} value={view} onValueChange={showChosen}>
      <Tabs.List className={styles.bar} aria-label="Views">
        {CENTER_VIEWS.map(({ view, label, key, Badge }) => (
          <Tabs.Tab key={view} value={view} className={styles.tab} title={`${label} (${key})`}>
            {label}
            {Badge && <Badge info={info} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={view} value={view} className={styles.panel} tabIndex={-1}>
        <FaultBoundary key={session} part={entry.label.toLowerCase()}>
          {view !== 'log' && fileInfo(info)?.opening !== undefined ? (
            <StillOpening view={entry.label} />
          ) : (
            <View info={info} />
          )}
        </FaultBoundary>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** In the place of a view that needs the whole file. */
function StillOpening({ view }: { readonly view: string }) {
  return (
    <p role="status" className={kit.empty}>
      {view}: shown once the whole file is read. The log can be used already.
    </p>
  );
}

function showChosen(value: unknown): void {
  const entry = CENTER_VIEWS.find(({ view }) => view === value);
  if (entry !== undefined) showCenterView(entry.view);
}

export const CENTER_ACTIONS = actionsOf(
  'View',
  CENTER_VIEWS.map(({ view, label, key }) => [`View: ${label}`, key, () => showCenterView(view)]),
  isAnyOpen,
);

type LogViewProps = {
  /** The active session; undefined for the merged log of all sessions. */
  readonly info?: SessionInfo | undefined;
};

/** The frame log, with the findings below it when open; without a session, those of the merged log. */
function LogAndFindings({ info }: LogViewProps) {
  const open = useScreen((state) => state.findingsOpen);
  return (
    <Group id="log-group" orientation="vertical" className={layout.panes}>
      <Panel id="log" className={layout.pane} minSize="120px">
        <FrameLog key={info === undefined ? MERGED : `${info.session} ${info.startedAt}`} info={info} />
      </Panel>
      {open && (
        <>
          <Separator className={layout.flat} aria-label="Height of the findings" />
          <Panel id="findings" className={layout.pane} defaultSize="42%" minSize="100px">
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

function FindingsOfSelection() {
  const active = useScreen((state) => state.active);
  const badge = useSessionNames().get(active ?? '');
  if (active === null || badge === undefined) return null;
  return (
    <>
      <p className={layout.whose}>
        Of the selected row’s session: <SessionBadge {...badge} />
      </p>
      <FindingsPanel session={active} />
    </>
  );
}

function LogPart({ info, brief = false }: LogViewProps & { readonly brief?: boolean }) {
  const session = info?.session ?? MERGED;
  return (
    <>
      <FilterBar>{info && <FindingsCounter session={session} />}</FilterBar>
      <FindBar />
      {brief ? null : <OverviewStrip key={`${session} overview`} info={info} />}
      <LogAndFindings info={info} />
      {info && <RunningStrip key={`${session} running`} info={info} />}
      {info?.kind === 'file' && !brief ? <ReplayBar key={`${session} replay`} info={info} /> : null}
    </>
  );
}

function ResultAndLog({ info }: { readonly info: FileInfo }) {
  return (
    <Group id="probe-group" orientation="vertical" className={layout.panes}>
      <Panel id="probe" className={layout.pane} defaultSize="64%" minSize="120px">
        <FaultBoundary part="probe result">
          <ProbeResult info={info} />
        </FaultBoundary>
      </Panel>
      <Separator className={layout.flat} aria-label="Height of the probe result" />
      <Panel id="probe-log" className={layout.pane} minSize="120px">
        <LogPart info={info} brief />
      </Panel>
    </Group>
  );
}

function useShownProbe(info: SessionInfo | undefined): FileInfo | undefined {
  const isFolded = useProbes(({ folded }) => folded.includes(info?.session ?? ''));
  const file = fileInfo(info);
  return file?.probe?.kind === 'result' && !isFolded ? file : undefined;
}

function RememberedLog({ info }: LogViewProps) {
  const shown = useShownProbe(info);
  return shown === undefined ? <LogPart info={info} /> : <ResultAndLog key={shown.session} info={shown} />;
}
