import { useEffect, useMemo } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type PlacedProblem, placedProblems } from '../../../app/report/placed-problems.ts';
import { type FilterSpan, showInLog } from '../../state/log/filter-store.ts';
import { participantNames } from '../../state/log/front-view.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { PulledSnapshot } from '../../state/log/pulled-pages.ts';
import {
  chooseProblem,
  type HeldProblems,
  isReading,
  placeOfRow,
  readProblems,
  useProblems,
} from '../../state/problems/problems-store.ts';
import { giveFocusSoon } from '../../state/screen/focus-targets.ts';
import {
  inspectRow,
  selectedKey,
  selectRow,
  sessionInfo,
  setFollowing,
  useScreen,
} from '../../state/screen/screen-store.ts';
import { useOwn } from '../../state/session/own-vocabularies.ts';
import { useChosen } from '../../state/session/use-server-vocabulary.ts';
import { problemLabel } from './problem-text.ts';

/** Selects a problem, and shows its newest example in the inspector; a resolved one has none. */
export function inspectProblem(view: string, problem: PlacedProblem | undefined): void {
  chooseProblem(view, problem?.id);
  const place = problem?.places.at(-1);
  const selected = selectedKey();
  if (place !== undefined) inspectRow(place.session, place.last);
  else if (selected !== null) selectRow(selected.session, null);
}

/** Selects the problem of the selected row; if it has none, the given one. */
export async function showSomeProblem(view: string, problem: PlacedProblem | undefined): Promise<void> {
  const key = selectedKey();
  const chosen = () => useProblems.getState().chosen[view];
  const before = chosen();
  const place = key === null ? null : await placeOfRow(key);
  // Keeps a choice made while the place was loading.
  if (chosen() !== before) return;
  if (place === null) inspectProblem(view, problem);
  else chooseProblem(view, place.problem);
}

/** Shows the rows of a problem in the log, optionally only those within a time span. */
export function filterBy(view: string, problem: PlacedProblem, span: FilterSpan | null = null): void {
  if (problem.count === 0) return;
  setFollowing(view, false);
  showInLog([], span, { id: problem.id, label: problemLabel(problem) });
  giveFocusSoon('log');
}

/** In a longer log the badge waits until the problems were viewed. */
const MAX_UNASKED_ROWS = 100_000;

/** The sessions of a view: one, or all in the merged log. */
export function useViewSessions(info: SessionInfo | undefined): readonly string[] {
  const all = useScreen(({ sessions }) => (info === undefined ? sessions : undefined));
  const leftOut = useScreen(({ leftOut }) => (info === undefined ? leftOut : undefined));
  const own = info?.session;
  return useMemo(
    () => (own === undefined ? participantNames({ sessions: all ?? [], leftOut: leftOut ?? [] }) : [own]),
    [own, all, leftOut],
  );
}

type Followed = {
  readonly reader: PulledSnapshot;
  /** The scope of the last reading, for an open view and for a badge. */
  readonly stamps: { open: string; badge: string };
};

const followed = new Map<string, Followed>();

/** A key of everything that a session's problems depend on. */
function stampOf(session: string, isOpen: boolean): string {
  const { mirror, findings } = sessionLog(session);
  const { counts } = mirror.state;
  const info = sessionInfo(session);
  const { tool, protocol, client, transport, expected } = counts;
  const errors = [tool, protocol, client, transport, expected, findings.count].join(' ');
  const run = info?.kind === 'live' ? (info.pid ?? '') : '';
  const still = info?.kind === 'file' && info.opening !== undefined ? 'opening' : '';
  return [errors, run, still, isOpen ? mirror.length : ''].join('|');
}

/** The sources of code names besides the frames, as a key that changes when names do. */
function useKnownCodes(): string {
  const chosen = useChosen();
  const own = useOwn((state) => state.vocabularies);
  return useMemo(() => JSON.stringify([chosen, own]), [chosen, own]);
}

/** Reads the problems of sessions now and as they grow; an open view follows each row, a badge each error. */
export function useReadProblems(sessions: readonly string[], isOpen: boolean): void {
  const revisions = useScreen((state) => state.panelRevisions);
  const infos = useScreen((state) => state.sessions);
  const codes = useKnownCodes();
  useEffect(() => {
    for (const session of sessions) follow(session, isOpen, codes);
  }, [sessions, isOpen, revisions, infos, codes]);
}

function follow(session: string, isOpen: boolean, codes: string): void {
  const { counts } = sessionLog(session).mirror.state;
  const { tool, protocol, client, transport, expected } = counts;
  const isCalm = tool + protocol + client + transport + expected === 0;
  if (!isOpen && (isCalm || sessionLog(session).mirror.length > MAX_UNASKED_ROWS)) return;
  const known = followed.get(session);
  const { reader, stamps } = known ?? {
    reader: new PulledSnapshot(() => readProblems(session)),
    stamps: { open: '', badge: '' },
  };
  if (known === undefined) followed.set(session, { reader, stamps });
  const stamp = `${stampOf(session, isOpen)} ${codes}`;
  const of = isOpen ? 'open' : 'badge';
  const isUnread = useProblems.getState().held[session] === undefined && !isReading(session);
  if (!isUnread && stamps[of] === stamp) return;
  stamps[of] = stamp;
  reader.news();
}

/** The combined problems of a view's sessions; nothing until all are read. */
export function useHeldProblems(sessions: readonly string[]): {
  readonly problems: readonly PlacedProblem[] | undefined;
  readonly held: readonly HeldProblems[];
} {
  const all = useProblems((state) => state.held);
  return useMemo(() => {
    const held = sessions.flatMap((session) => all[session] ?? []);
    const lists = held.flatMap(({ list }) => list ?? []);
    if (held.length < sessions.length) return { problems: undefined, held };
    const { sessions: infos } = useScreen.getState();
    const problems = placedProblems(
      lists.map(({ session, fromMs, toMs, problems }) => ({
        ...{ session, fromMs, toMs, problems },
        startedAt: Date.parse(infos.find((info) => info.session === session)?.startedAt ?? '') || 0,
      })),
    );
    return { problems, held };
  }, [sessions, all]);
}
