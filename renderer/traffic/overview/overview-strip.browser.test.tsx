import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useFilter } from '../../state/log/filter-store.ts';
import { frame, LIVE_SESSION, SCREEN_SERVICES, showSession } from '../../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../../ui/controls/screen-services.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { OverviewStrip } from './overview-strip.tsx';

/** A frame every 10 ms for a second. */
const RECORDS = Array.from({ length: 100 }, (_, at) => frame(at + 1, 'sent', { method: 'notifications/x' }));
const START = Date.parse(LIVE_SESSION.startedAt);

async function strip() {
  await showSession(LIVE_SESSION, { records: RECORDS });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <div style={{ width: 900 }}>
        <FilterBar />
        <OverviewStrip info={LIVE_SESSION} />
      </div>
    </ScreenServicesContext>,
  );
  const canvas = screen.getByRole('slider', { name: 'Frames over time' });
  const chip = screen.getByRole('button', { name: /show all times$/ });
  const drag = async (from: number, to: number) => {
    const { left, top, width } = canvas.element().getBoundingClientRect();
    const event = async (type: string, share: number) => {
      const place = { clientX: left + share * width, clientY: top + 5 };
      canvas.element().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, ...place }));
      await new Promise(requestAnimationFrame);
    };
    // A synthetic pointer cannot be captured.
    HTMLCanvasElement.prototype.setPointerCapture = () => undefined;
    await event('pointerdown', from);
    await event('pointermove', (from + to) / 2);
    await event('pointerup', to);
  };
  return { screen, canvas, chip, drag };
}

const span = () => useFilter.getState().span;

it('confines the log by a drag to a time, which the filter names and ends', async () => {
  const { screen, chip, drag } = await strip();
  await expect.poll(() => screen.getByRole('slider').element().clientWidth).toBeGreaterThan(0);
  await drag(0.25, 0.5);
  await expect.element(chip).toBeVisible();
  expect((span()?.from ?? 0) - START).toBeGreaterThan(200);
  expect((span()?.to ?? 0) - START).toBeLessThan(550);
  expect(await axeViolations(screen.container)).toEqual([]);
  await chip.click();
  expect(span()).toBeNull();
});

it('does so by Shift and arrows, and shows all again at Escape', async () => {
  const { canvas, chip } = await strip();
  canvas.element().focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  await expect.element(chip).toBeVisible();
  const before = span()?.to ?? 0;
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(span()?.to).toBeGreaterThan(before);
  await userEvent.keyboard('{Escape}');
  expect(span()).toBeNull();
});

it('leaves the log whole at a click', async () => {
  const { screen, drag } = await strip();
  await expect.poll(() => screen.getByRole('slider').element().clientWidth).toBeGreaterThan(0);
  await drag(0.5, 0.501);
  expect(span()).toBeNull();
});
