import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import type { Action } from '../keyboard/actions.ts';
import { loadList } from '../offers/load-list.ts';
import { offerActivity } from '../offers/offer-activity.ts';
import { chooseOn } from '../rail/rail-store.ts';
import { sessionLog } from '../store/log-mirrors.ts';
import { setRailOpen } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { records } from '../store/use-record.ts';

/** The tools of the session that the rail shows, as actions that open their forms; none while they are unknown. */
export async function toolActions(): Promise<Action[]> {
  const { active, sessions } = useScreen.getState();
  const info = sessions.find(({ session }) => session === active);
  if (info === undefined) return [];
  const { session, label } = info;
  const { mirror } = sessionLog(session);
  const listed = await loadList(
    {
      answers: offerActivity(mirror).trace('tools').answers,
      rowOf: (seq) => mirror.rowOf(seq),
      fetch: (seq) => records.fetch(session, seq),
    },
    'tools',
  );
  if (!listed.ok) return [];
  return listed.value.items
    .flatMap((tool) => (isJsonObject(tool) ? [stringAt(tool, 'name') ?? ''] : []))
    .filter((name) => name !== '')
    .map((name) => ({
      group: 'Tools',
      title: `Call ${name}…`,
      detail: label,
      keys: [],
      run: () => {
        chooseOn('tools', session, name);
        setRailOpen(true);
      },
    }));
}
