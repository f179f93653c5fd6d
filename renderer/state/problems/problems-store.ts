import { create } from 'zustand';
import type { ProblemsAgainst, SessionProblems } from '../../../app/contract/problem-commands.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import type { PlaceInProblem } from '../../../app/report/problem-index.ts';
import { host, settled } from '../host/host.ts';
import { notify, sessionInfo, showCenterView, viewInFront } from '../screen/screen-store.ts';
import { chosenVocabularyContext } from '../session/use-server-vocabulary.ts';

/** A session's last loaded problems, and a sentence if the last read failed. */
export type HeldProblems = { readonly list: SessionProblems | undefined; readonly fault: string };

type ProblemsState = {
  readonly held: { readonly [session: string]: HeldProblems };
  readonly against: { readonly [session: string]: ProblemsAgainst };
  readonly chosen: { readonly [view: string]: string | undefined };
};

export const useProblems = create<ProblemsState>(() => ({ held: {}, against: {}, chosen: {} }));

/** Selected when the list should open without a problem. */
export const NO_PROBLEM = '';

const { getState: get, setState: set } = useProblems;

/** The previous run, whichever it is. */
export const LAST_RUN: ProblemsAgainst = { kind: 'last' };

const reading = new Map<string, Promise<void>>();
const wanted = new Set<string>();

/** Reads the problems of a session; requests during a read are merged into one. Resolves when all are read. */
export function readProblems(session: string): Promise<void> {
  const underWay = reading.get(session);
  if (underWay === undefined) {
    const all = readWanted(session);
    reading.set(session, all);
    return all;
  }
  wanted.add(session);
  return underWay;
}

async function readWanted(session: string): Promise<void> {
  do await readOnce(session);
  while (wanted.delete(session));
  reading.delete(session);
}

async function readOnce(session: string): Promise<void> {
  const against = get().against[session] ?? LAST_RUN;
  const info = sessionInfo(session);
  const spoken = info && chosenVocabularyContext(info);
  const asked = { session, against, ...(spoken === undefined ? {} : { spoken: [...spoken] }) };
  const read = await settled(host().readProblems(asked));
  set(({ held }) => ({
    held: {
      ...held,
      [session]: read.ok ? { list: read.value, fault: '' } : { list: held[session]?.list, fault: read.error },
    },
  }));
}

export function isReading(session: string): boolean {
  return reading.has(session);
}

export function setProblemBasis(session: string, against: ProblemsAgainst): void {
  set(({ against: before }) => ({ against: { ...before, [session]: against } }));
  void readProblems(session);
}

export function chooseProblem(view: string, problem: string | undefined): void {
  if (get().chosen[view] !== problem) set(({ chosen }) => ({ chosen: { ...chosen, [view]: problem } }));
}

/** The problem of a row (of several the selected one) and the index of this occurrence in its list. Null for none. */
export async function placeOfRow({ session, seq }: RowKey, chosen = ''): Promise<PlaceInProblem | null> {
  const run = get().held[session]?.list?.run ?? 0;
  const found = await settled(host().problemAt({ session, seq, problem: chosen, run }));
  return found.ok ? found.value : null;
}

/** Shows the problem of a row, or says that it has none. */
export async function showProblemOf(session: string, seq: number): Promise<void> {
  const found = await settled(host().problemAt({ session, seq, problem: '', run: 0 }));
  if (!found.ok) return notify({ level: 'error', text: found.error });
  if (found.value === null)
    return notify({ level: 'info', text: `#${seq} shows no problem.`, topic: 'problem' });
  const view = viewInFront();
  if (view === null) return;
  chooseProblem(view, found.value.problem);
  showCenterView('problems');
}
