import { create } from 'zustand';
import type { ProblemsAgainst, SessionProblems } from '../../../app/contract/problem-commands.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import type { PlaceInProblem } from '../../../app/report/problem-index.ts';
import { host, settled } from '../host/host.ts';
import { notify, sessionInfo, showCenterView, viewInFront } from '../screen/screen-store.ts';
import { spokenByChoice } from '../session/use-server-vocabulary.ts';

/** What is held of a session: what was read last, and a sentence if the last reading failed. */
export type HeldProblems = { readonly list: SessionProblems | undefined; readonly fault: string };

type ProblemsState = {
  readonly held: { readonly [session: string]: HeldProblems };
  readonly against: { readonly [session: string]: ProblemsAgainst };
  readonly chosen: { readonly [view: string]: string | undefined };
};

/** The problems of the open sessions, as far as somebody looks at them. */
export const useProblems = create<ProblemsState>(() => ({ held: {}, against: {}, chosen: {} }));

/** Chosen where the list is to open without one. */
export const NO_PROBLEM = '';

const { getState: get, setState: set } = useProblems;

/** The previous run, whichever that is. */
export const LAST_RUN: ProblemsAgainst = { kind: 'last' };

const reading = new Set<string>();
const wanted = new Set<string>();

/** Reads the problems of a session; while that is done, further requests become one. Resolves when all is read. */
export async function readProblems(session: string): Promise<void> {
  if (reading.has(session)) {
    wanted.add(session);
    return;
  }
  reading.add(session);
  const against = get().against[session] ?? LAST_RUN;
  const info = sessionInfo(session);
  const spoken = info && spokenByChoice(info);
  const asked = { session, against, ...(spoken === undefined ? {} : { spoken: [...spoken] }) };
  const read = await settled(host().readProblems(asked));
  reading.delete(session);
  set(({ held }) => ({
    held: {
      ...held,
      [session]: read.ok ? { list: read.value, fault: '' } : { list: held[session]?.list, fault: read.error },
    },
  }));
  if (wanted.delete(session)) await readProblems(session);
}

/** True while a session's problems are on their way. */
export function isReading(session: string): boolean {
  return reading.has(session);
}

/** Holds a session against another run from now on. */
export function holdAgainst(session: string, against: ProblemsAgainst): void {
  set(({ against: before }) => ({ against: { ...before, [session]: against } }));
  void readProblems(session);
}

export function chooseProblem(view: string, problem: string | undefined): void {
  if (get().chosen[view] !== problem) set(({ chosen }) => ({ chosen: { ...chosen, [view]: problem } }));
}

/** The problem that a row shows and which of its occurrences, as they are listed; of several the chosen one. Null for none. */
export async function placeOfRow({ session, seq }: RowKey, chosen = ''): Promise<PlaceInProblem | null> {
  const run = get().held[session]?.list?.run ?? 0;
  const found = await settled(host().problemAt({ session, seq, problem: chosen, run }));
  return found.ok ? found.value : null;
}

/** Shows the problem that a row is of, or says that it is of none. */
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
