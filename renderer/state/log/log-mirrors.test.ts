import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { err, ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { NO_FINDINGS } from '../../../app/findings/findings-near.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { attachHost } from '../host/host.ts';
import { useNotices, useScreen } from '../screen/screen-store.ts';
import { logGrew, sessionLog } from './log-mirrors.ts';

const REFUSAL = 'There is no session s1 any more.';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const readRows = () => Promise.resolve(err(REFUSAL));
  attachHost({ readRows, readFindings: readRows } as unknown as Commands);
});

afterEach(() => {
  // The fallback timer of a page without frames fires while the frames are still stubbed.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  useScreen.setState({ sessions: [], link: 'connecting' });
  vi.unstubAllGlobals();
});

async function refusedRows(session: string, sessions: readonly SessionInfo[]): Promise<readonly string[]> {
  useScreen.setState({ link: 'open', sessions: [...sessions] });
  useNotices.setState({ notices: [] });
  logGrew({ session, length: 1, patches: 0, counts: noCounts(), dropped: 0, findings: 0 });
  await vi.advanceTimersByTimeAsync(0);
  return useNotices.getState().notices.map(({ text }) => text);
}

test('a refused row is reported', async () => {
  expect(await refusedRows('s1', [{ session: 's1' } as SessionInfo])).toEqual([REFUSAL]);
});

test('rows of a tab that was closed while they were on their way are no news', async () => {
  expect(await refusedRows('s2', [{ session: 's1' } as SessionInfo])).toEqual([]);
});

test('findings that the host has replaced are read again', async () => {
  let title = 'Before';
  const readFindingsNear = async () => ok({ findings: [{ seq: 1, evidence: [1], title }], ...NO_FINDINGS });
  attachHost({ readFindingsNear } as unknown as Commands);
  const state = { session: 's3', length: 0, patches: 0, counts: noCounts(), dropped: 0, findings: 1 };
  const titles = () =>
    sessionLog('s3')
      .findings.at(1)
      .map((finding) => finding.title);
  logGrew(state);
  await vi.waitUntil(() => titles()[0] === 'Before');
  title = 'After';
  logGrew({ ...state, findingsRevision: 1 });
  await vi.waitUntil(() => titles()[0] === 'After');
});
