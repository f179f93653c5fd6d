import { useScreen } from '../../state/screen/screen-store.ts';
import { clearPicked, pickFurther } from '../../state/selection/picked-rows.ts';
import type { Action } from '../../ui/keyboard/action.ts';

const when = () => useScreen.getState().active !== null;

/** How rows are picked in a log, for what is done with several of them. */
export const PICKED_ACTIONS: readonly Action[] = [
  { group: 'Log', title: 'Pick rows down', keys: [{ key: 'J' }], run: () => pickFurther(1), when },
  { group: 'Log', title: 'Pick rows up', keys: [{ key: 'K' }], run: () => pickFurther(-1), when },
  { group: 'Log', title: 'Pick no rows', keys: [], run: clearPicked, when },
];
