import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { frame, LIVE_SESSION, showSession } from '../../state/testing/shown-session.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { SessionHeader } from './session-header.tsx';

const CALLS = [
  frame(1, 'sent', { id: 1, method: 'tools/call', params: { name: 'read-note' } }),
  frame(2, 'received', { id: 1, error: { code: -32602, message: 'no' } }),
];

it.each([256, 366, 476, 900])(
  'in %i pixels shows the name and the choice of the host in at most two lines, and cuts no button',
  async (width) => {
    await showSession(LIVE_SESSION, { records: CALLS });
    const screen = await render(
      <main style={{ width, container: 'center / inline-size' }}>
        <SessionHeader info={LIVE_SESSION} />
      </main>,
    );
    const edge = screen.getByRole('main').element().getBoundingClientRect().right;
    const right = (name: string | RegExp) =>
      screen.getByRole('button', { name }).element().getBoundingClientRect().right;
    expect(right(/^Host:/)).toBeLessThanOrEqual(edge);
    expect(right('Close session')).toBeLessThanOrEqual(edge);
    expect(screen.getByRole('heading').element().clientWidth).toBeGreaterThanOrEqual(60);
    const bar = screen.getByRole('main').element().getBoundingClientRect();
    expect(bar.height).toBeLessThan(70);
    expect(await axeViolations(screen.container)).toEqual([]);
  },
);
