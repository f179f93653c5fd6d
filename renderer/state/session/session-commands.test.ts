import { expect, test, vi } from 'vitest';
import { ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import { suggestionsOf } from '../../../app/protocol/negotiation.ts';
import type { Inspected } from '../inspected/inspected.ts';
import { useScreen } from '../screen/screen-store.ts';
import { LIVE_SESSION } from '../testing/shown-session.ts';
import { attachStubHost } from '../testing/stub-host.ts';
import { reconnectAs } from './session-commands.ts';

const MESSAGE = 'this transport context has no back-channel for server-initiated requests.';
const request = {
  kind: 'request',
  method: 'tools/call',
  params: { name: 'ask_unit', arguments: { of: 'rain' }, _meta: { progressToken: 7 } },
};
const failed = { session: 's1', request: { envelope: request } } as unknown as Inspected;

test.each([
  ['ready', 1],
  ['failed', 0],
] as const)('a call is made again in the other era once the server is there: %s', async (state, calls) => {
  useScreen.setState({ sessions: [{ ...LIVE_SESSION, state }] });
  const restart = vi.fn<Commands['restart']>(async () => ok(null));
  const callTool = vi.fn<Commands['callTool']>(async () => ok({ requestSeq: 0, result: null, failure: '' }));
  attachStubHost({ restart, callTool });
  for (const suggestion of suggestionsOf({ message: MESSAGE })) await reconnectAs('s1', suggestion, failed);
  expect(restart).toHaveBeenCalledWith({ session: 's1', era: 'initialize', revision: '2025-11-25' });
  expect(callTool.mock.calls).toEqual(
    Array.from({ length: calls }, () => [{ session: 's1', name: 'ask_unit', arguments: { of: 'rain' } }]),
  );
});
