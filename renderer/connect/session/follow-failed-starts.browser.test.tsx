import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { followFailedStarts } from './follow-failed-starts.ts';

const RECORDS: readonly KnownRecord[] = [
  { type: 'process', session: 's1', seq: 1, at: 0, event: 'spawned', pid: 7 },
  { type: 'process', session: 's1', seq: 2, at: 1, event: 'exited', exitCode: 3 },
];
const FAILED: LiveInfo = {
  ...LIVE_SESSION,
  state: 'failed',
  failure: { wasReady: false, cause: '', todo: '', variable: '', detail: '' },
};

let stop: () => void = () => undefined;
beforeEach(async () => {
  stop();
  await showSession(LIVE_SESSION, { records: RECORDS });
  stop = followFailedStarts();
});
afterEach(() => stop());

const selected = () => useScreen.getState().views.s1?.selected ?? null;

it('selects the row of a failed start, and lets it go when its user does', () => {
  useScreen.setState({ sessions: [FAILED] });
  expect(selected()).toBe(2);
  selectRow('s1', null);
  expect(selected()).toBe(null);
});

it('selects nothing after the failure that the session names: a later try is no reason', () => {
  useScreen.setState({
    sessions: [{ ...FAILED, failure: { ...FAILED.failure, seq: 1 } as LiveInfo['failure'] }],
  });
  expect(selected()).toBe(null);
});

it('leaves a selection of the user alone, and a session that was ready before', () => {
  selectRow('s1', 1);
  useScreen.setState({ sessions: [FAILED] });
  expect(selected()).toBe(1);
  selectRow('s1', null);
  const failure = { ...FAILED.failure, wasReady: true } as LiveInfo['failure'];
  useScreen.setState({ sessions: [{ ...FAILED, failure }] });
  expect(selected()).toBe(null);
});
