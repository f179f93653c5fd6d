import { useRef } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useKeepInView } from './roving-focus.ts';

function List({ height, pressed }: { readonly height: number; readonly pressed: number }) {
  const box = useRef<HTMLDivElement>(null);
  useKeepInView(box);
  return (
    <div ref={box} data-testid="box" style={{ height, overflow: 'auto' }}>
      {Array.from({ length: 20 }, (_, at) => (
        <button
          key={`item ${at + 1}`}
          type="button"
          aria-pressed={at === pressed}
          style={{ display: 'block', height: 20 }}
        >
          item {at + 1}
        </button>
      ))}
    </div>
  );
}

const twoFrames = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

it('keeps the pressed item of a list in sight when its box shrinks, and again', async () => {
  const screen = await render(<List height={200} pressed={9} />);
  await twoFrames();
  const scrolled = () => screen.getByTestId('box').element().scrollTop;
  await screen.rerender(<List height={100} pressed={9} />);
  await expect.poll(scrolled).toBe(100);
  await screen.rerender(<List height={60} pressed={9} />);
  await expect.poll(scrolled).toBe(140);
});

it('leaves alone an item that its user has scrolled out of sight', async () => {
  const screen = await render(<List height={200} pressed={15} />);
  await twoFrames();
  await screen.rerender(<List height={100} pressed={15} />);
  await twoFrames();
  expect(screen.getByTestId('box').element().scrollTop).toBe(0);
});
