import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { records } from '../../state/log/use-record.ts';
import { setRailOpen } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { loadList } from '../../state/server/load-list.ts';
import { offerActivity } from '../../state/server/offer-activity.ts';
import { chooseOn } from '../../state/server/rail-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';

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
