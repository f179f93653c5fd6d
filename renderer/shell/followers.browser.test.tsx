import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { selectRow, useScreen } from '../state/screen/screen-store.ts';
import { EMPTY_SESSION } from '../state/testing/stub-host.ts';
import { followFront } from './followers.ts';

const FIRST = { ...EMPTY_SESSION, session: 's1', file: '/r/one.jsonl' };
const SECOND = { ...EMPTY_SESSION, session: 's2', file: '/r/two.jsonl' };

let stop: () => void = () => undefined;
const start = (at = 0) => {
  stop();
  useScreen.setState({ sessions: [], active: null, views: {} });
  stop = followFront(() => at);
};
beforeEach(() => {
  localStorage.clear();
  start();
});
afterEach(() => stop());

const front = () => {
  const { active, views } = useScreen.getState();
  return [active, views[active ?? '']?.selected ?? null];
};

it('brings back the recording that was in front, with its selected row, once', async () => {
  useScreen.setState({ sessions: [FIRST, SECOND], active: 's1' });
  selectRow('s1', 7);
  start();
  useScreen.setState({ sessions: [SECOND, FIRST], active: 's2' });
  await expect.poll(front).toEqual(['s1', 7]);
  useScreen.setState({ sessions: [FIRST, SECOND], active: 's2' });
  expect(front()).toEqual(['s2', null]);
  start();
  useScreen.setState({ sessions: [FIRST, SECOND], active: 's1' });
  expect(front()).toEqual(['s2', null]);
});

it('leaves in front what the user begins with', async () => {
  useScreen.setState({ sessions: [FIRST, SECOND], active: 's2' });
  start();
  useScreen.setState({ sessions: [FIRST], active: 's1' });
  await userEvent.keyboard('j');
  useScreen.setState({ sessions: [FIRST, SECOND], active: 's1' });
  expect(front()).toEqual(['s1', null]);
});

it('leaves the tab in front alone once the start is over', () => {
  useScreen.setState({ sessions: [FIRST, SECOND], active: 's2' });
  start(6000);
  useScreen.setState({ sessions: [FIRST, SECOND], active: 's1' });
  expect(front()).toEqual(['s1', null]);
});
