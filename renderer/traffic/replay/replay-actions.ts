import { giveFocus } from '../../state/screen/focus-targets.ts';
import type { Action } from '../../ui/controls/action.ts';
import {
  activeReplay,
  changeSpeed,
  seekSelected,
  showWhole,
  stepError,
  stepFrame,
  toggleLater,
  togglePlaying,
  toggleSkipIdle,
} from './replay-control.ts';

const when = () => activeReplay() !== undefined;

/** What can be done with a recording; without one these keys do nothing. */
export const REPLAY_ACTIONS: readonly Action[] = [
  action('Play or pause', ' ', togglePlaying),
  action('Step to the next frame', '.', (session) => stepFrame(session, 1)),
  action('Step to the previous frame', ',', (session) => stepFrame(session, -1)),
  action('Play to here: the next error', null, (session) => stepError(session, 1)),
  action('Play to here: the previous error', null, (session) => stepError(session, -1)),
  action('Play faster', '>', () => changeSpeed(1)),
  action('Play slower', '<', () => changeSpeed(-1)),
  action('Skip idle time', 'i', toggleSkipIdle),
  action('Dim or hide later rows', 'l', toggleLater),
  action('Jump to a time', 't', () => giveFocus('replay-time')),
  action('Move the playhead to the selected row', 'h', seekSelected),
  action('Show the whole recording', 'w', showWhole),
];

/** Does something with the recording in front. */
function action(title: string, key: string | null, act: (session: string) => void): Action {
  const run = () => {
    const session = activeReplay();
    if (session !== undefined) act(session);
  };
  return { group: 'Replay', title, keys: key === null ? [] : [{ key }], run, when };
}
