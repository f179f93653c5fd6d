import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { frame, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { SessionHeader } from './session-header.tsx';

const CALLS = [
  frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'read-note' } }),
  frame(2, 'received', { id: 1, error: { code: -32602, message: 'no' } }),
];

const { kind: _, ...TAPPED } = { ...EMPTY_SESSION, state: 'ready', protocolVersion: '2025-11-25' } as const;
const SESSIONS = [LIVE_SESSION, { ...TAPPED, kind: 'tapped', pid: 7, control: null }] as const;

it.each(
  [236, 256, 366, 476, 900].flatMap((width) => SESSIONS.map((info) => [width, info.kind, info] as const)),
)(
  'in %i pixels shows the name and the choice of the host of a %s session, and cuts no button',
  async (width, _kind, info) => {
    await showSession(info, { records: CALLS });
    const screen = await render(
      <main style={{ width, container: 'center / inline-size' }}>
        <SessionHeader info={info} />
      </main>,
    );
    const edge = screen.getByRole('main').element().getBoundingClientRect().right;
    const right = (name: string | RegExp) =>
      screen.getByRole('button', { name }).element().getBoundingClientRect().right;
    expect(right(/^Host:/)).toBeLessThanOrEqual(edge);
    expect(right('Close session')).toBeLessThanOrEqual(edge);
    expect(screen.getByRole('heading').element().clientWidth).toBeGreaterThanOrEqual(60);
    await expect.element(screen.getByText('SDK not known', { exact: true })).toBeInTheDocument();
    const bar = screen.getByRole('main').element().getBoundingClientRect();
    expect(bar.height).toBeLessThan(70);
    expect(await axeViolations(screen.container)).toEqual([]);
  },
);
