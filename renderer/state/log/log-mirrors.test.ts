import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { err } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { attachHost } from '../host/host.ts';
import { useNotices } from '../notices/notices-store.ts';
import { useScreen } from '../screen/screen-store.ts';
import { logGrew } from './log-mirrors.ts';

const REFUSAL = 'There is no session s1 any more.';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const readRows = () => Promise.resolve(err(REFUSAL));
  attachHost({ readRows, readFindings: readRows } as unknown as Commands);
});

afterEach(() => {
  useScreen.setState({ sessions: [], link: 'connecting' });
  vi.unstubAllGlobals();
});

async function refusedRows(session: string, sessions: readonly SessionInfo[]): Promise<readonly string[]> {
  useScreen.setState({ link: 'open', sessions: [...sessions] });
  useNotices.setState({ notices: [] });
  logGrew({ session, length: 1, patches: 0, counts: noCounts(), dropped: 0, findings: 0 });
  await new Promise((resolve) => setTimeout(resolve));
  return useNotices.getState().notices.map(({ text }) => text);
}

test('a refused row is reported', async () => {
  expect(await refusedRows('s1', [{ session: 's1' } as SessionInfo])).toEqual([REFUSAL]);
});

test('rows of a tab that was closed while they were on their way are no news', async () => {
  expect(await refusedRows('s2', [{ session: 's1' } as SessionInfo])).toEqual([]);
});
