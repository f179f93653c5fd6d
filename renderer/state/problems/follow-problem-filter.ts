import { useFilter } from '../log/filter-store.ts';
import { PulledWhole } from '../log/pulled-pages.ts';
import { useScreen } from '../screen/screen-store.ts';
import { problemsNamed, readProblemRows } from './problems-store.ts';

/** Reads the rows of the problems that the filter names, and reads them again as the logs grow. */
export function followProblemFilter(): void {
  let named: readonly string[] = [];
  const read = async () => {
    const { sessions } = useScreen.getState();
    const all = named.flatMap((problem) => sessions.map(({ session }) => readProblemRows(session, problem)));
    await Promise.all(all);
  };
  const grown = new PulledWhole(read);
  useFilter.subscribe(({ text }, before) => {
    if (text === before.text) return;
    const next = problemsNamed(text);
    const isSame = next.join() === named.join();
    named = next;
    if (!isSame) void read();
  });
  useScreen.subscribe(({ panelRevisions, sessions }, before) => {
    const isChanged = panelRevisions !== before.panelRevisions || sessions !== before.sessions;
    if (named.length > 0 && isChanged) grown.news();
  });
}
