import { Tabs } from '@base-ui/react/tabs';
import type { ComponentType } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ProblemsBadge, ProblemsView } from '../../problems/problems-view.tsx';
import { showCentreView } from '../../state/screen/screen-actions.ts';
import { type CentreView, MERGED, useCentreView, useScreen } from '../../state/screen/screen-store.ts';
import { HealthView } from '../../statistics/health-view.tsx';
import { StatisticsView } from '../../statistics/statistics-view.tsx';
import type { Action } from '../../ui/controls/action.ts';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import styles from './centre-views.module.css';
import { LogView } from './log-view.tsx';

type Props = {
  /** The session in front; without one, all sessions. */
  readonly info?: SessionInfo | undefined;
};

type Entry = {
  readonly view: CentreView;
  readonly label: string;
  /** Turns to it from anywhere. */
  readonly key: string;
  readonly View: ComponentType<Props>;
  /** A short text after the label, or nothing while there is nothing to say. */
  readonly Badge?: ComponentType<Props>;
};

/** The views of a session and of all sessions, in the order of their tabs. */
const CENTRE_VIEWS: readonly Entry[] = [
  { view: 'log', label: 'Log', key: 'L', View: LogView },
  { view: 'problems', label: 'Problems', key: 'P', View: ProblemsView, Badge: ProblemsBadge },
  { view: 'statistics', label: 'Statistics', key: 'S', View: StatisticsView },
  { view: 'health', label: 'Health', key: 'H', View: HealthView },
];

/** The bar that chooses a view, and the view. */
export function CentreViews({ info }: Props) {
  const session = info?.session ?? MERGED;
  const remembered = useCentreView(session);
  const entry = CENTRE_VIEWS.find(({ view }) => view === remembered) ?? CENTRE_VIEWS[0];
  if (entry === undefined) return null;
  const { view, View } = entry;
  return (
    <Tabs.Root className={styles.root} value={view} onValueChange={showChosen}>
      <Tabs.List className={styles.bar} aria-label="Views">
        {CENTRE_VIEWS.map(({ view, label, key, Badge }) => (
          <Tabs.Tab key={view} value={view} className={styles.tab} title={`${label} (${key})`}>
            {label}
            {Badge && <Badge info={info} />}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={view} value={view} className={styles.panel} tabIndex={-1}>
        <FaultBoundary key={session} part={entry.label.toLowerCase()}>
          <View info={info} />
        </FaultBoundary>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function showChosen(value: unknown): void {
  const entry = CENTRE_VIEWS.find(({ view }) => view === value);
  if (entry !== undefined) showCentreView(entry.view);
}

/** Turns to each view, for the keys and the palette. */
export const CENTRE_ACTIONS: readonly Action[] = CENTRE_VIEWS.map(({ view, label, key }) => ({
  group: 'View',
  title: `View: ${label}`,
  keys: [{ key }],
  run: () => showCentreView(view),
  when: () => useScreen.getState().active !== null,
}));
