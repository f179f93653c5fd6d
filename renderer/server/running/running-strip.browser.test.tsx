import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ok } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { LiveInfo, ServerRequest } from '../../../app/contract/session-info.ts';
import { setPanel, useServerRequests } from '../../state/server/server-requests-store.ts';
import { frame, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { RunningStrip } from './running-strip.tsx';

beforeEach(() => useServerRequests.setState(useServerRequests.getInitialState()));

/** Started two seconds ago, so that its first calls have lasted long enough to be shown. */
const started = () => new Date(Date.now() - 2000).toISOString();

const ELICITATION: ServerRequest = {
  requestId: 'a1',
  method: 'elicitation/create',
  params: { message: 'Which one?' },
  seq: 2,
  via: 'request',
  key: '',
  during: [1],
};

const ASKED = { id: 9, method: 'elicitation/create', params: { message: 'Which one?' } };

async function strip(change: Partial<LiveInfo>, second: object = ASKED) {
  const info = { ...LIVE_SESSION, startedAt: started(), ...change };
  const records = [
    frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'book', arguments: {} } }),
    frame(2, 'received', second),
  ];
  await showSession(info, { records });
  return render(<RunningStrip info={info} />);
}

it('shows the progress of a call that is under way', async () => {
  const screen = await strip({});
  const running = screen.getByRole('region', { name: 'Running calls' });
  await expect.element(running.getByText('no progress yet')).toBeVisible();
  await expect.element(running.getByRole('progressbar', { name: /book/ })).toBeVisible();
});

it('says that a call waits for the user while its server has asked something, and leads there', async () => {
  const screen = await strip({ serverRequests: [ELICITATION] });
  const running = screen.getByRole('region', { name: 'Running calls' });
  await expect.element(running.getByText('waits for your answer')).toBeVisible();
  expect(running.getByText('no progress yet').elements()).toEqual([]);
  expect(await axeViolations(screen.container)).toEqual([]);
  // The panel shows the form, with its own buttons.
  const answer = running.getByRole('button', { name: /^Answer/ });
  await expect.element(answer).not.toBeInTheDocument();
  setPanel('s1', 'closed');
  await answer.click();
  expect(useServerRequests.getState().focusRequest).toBe('a1');
});

it('keeps a call in sight whose result asked for input', async () => {
  const { during: _during, ...asked } = ELICITATION;
  const request: ServerRequest = { ...asked, via: 'input-required', key: 'which' };
  const result = { resultType: 'input_required', inputRequests: {} };
  const both = [request, { ...request, requestId: 'a2' }];
  const screen = await strip({ serverRequests: both }, { id: 1, result });
  const running = screen.getByRole('region', { name: 'Running calls' });
  await expect.element(running.getByText('waits for your answer')).toBeVisible();
  setPanel('s1', 'closed');
  await expect.element(running.getByRole('button', { name: /^Answer/ })).toBeVisible();
  expect(running.getByRole('button', { name: /^Answer/ }).elements()).toHaveLength(1);
});

it('shows a raw request that is still open, and closes it', async () => {
  const cancel = vi.fn<Commands['cancel']>(async () => ok(null));
  const link = { transport: 'streamable-http', sessionId: '', stream: 'none', resumptions: 0 } as const;
  const openRaw = [{ seq: 4, what: 'GET /mcp' }];
  const info = { ...LIVE_SESSION, http: { ...link, deleteStatus: 0, tries: [], openRaw } };
  await showSession(info, { commands: { cancel } });
  const screen = await render(<RunningStrip info={info} />);
  await screen.getByRole('button', { name: 'Close GET /mcp' }).click();
  expect(cancel).toHaveBeenCalledExactlyOnceWith({ session: 's1', requestSeq: 4 });
});
