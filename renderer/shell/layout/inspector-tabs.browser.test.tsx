import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { Inspector } from '../../inspector/inspector.tsx';
import { InspectorSlotsContext } from '../../inspector/inspector-slots.ts';
import { LookupToggle } from '../../lookup/lookup-state.tsx';

it.each([640, 420, 396, 348, 300])(
  'shows every tab of the inspector whole in a pane of %i pixels',
  async (width) => {
    const screen = await render(
      <InspectorSlotsContext value={{ LookupToggle }}>
        <div style={{ width, height: 300 }}>
          <Inspector />
        </div>
      </InspectorSlotsContext>,
    );
    const list = screen.getByRole('tablist', { name: 'Inspector pages' }).element();
    expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth);
  },
);
