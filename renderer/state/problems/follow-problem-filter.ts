import { useFilter } from '../log/filter-store.ts';
import { useScreen } from '../screen/screen-store.ts';
import { problemsNamed, readProblemRows } from './problems-store.ts';

/** How often the rows of a problem are read while its session grows, in milliseconds. */
const PACE_MS = 1500;

/** Reads the rows of the problems that the filter names, and reads them again as the logs grow. */
export function followProblemFilter(): void {
  let named: readonly string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    const { sessions } = useScreen.getState();
    for (const problem of named) for (const { session } of sessions) void readProblemRows(session, problem);
  };
  useFilter.subscribe(({ text }, before) => {
    if (text === before.text) return;
    const next = problemsNamed(text);
    const isSame = next.join() === named.join();
    named = next;
    if (!isSame) read();
  });
  useScreen.subscribe(({ panelRevisions, sessions }, before) => {
    if (named.length === 0 || timer !== undefined) return;
    if (panelRevisions !== before.panelRevisions || sessions !== before.sessions)
      timer = setTimeout(read, PACE_MS);
  });
}
