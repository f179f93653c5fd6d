import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { AnsiLine, StderrText } from './stderr-text.tsx';

const RED = '\u001b[31m';

it('draws the beginning of a line of megabytes, and more of it in steps', async () => {
  const screen = await render(
    <AnsiLine text={`${RED}Error: boom\u001b[0m\n${'at f (a.js:1:1)\n'.repeat(500_000)}`} />,
  );
  const drawn = () => screen.container.textContent?.length ?? 0;
  expect(drawn()).toBeLessThan(8000);
  expect(screen.container.querySelector('span')?.style.color).toBe('var(--ansi-1)');
  await screen.getByRole('button', { name: /^show 20,000 more of/ }).click();
  expect(drawn()).toBeGreaterThan(20_000);
  expect(drawn()).toBeLessThan(30_000);
});

it.each([3994, 3996, 3998, 4000])('cuts no escape sequence that begins at %i in two', async (at) => {
  const screen = await render(<AnsiLine text={`${'x'.repeat(at)}${RED}after${RED}`} />);
  expect(screen.container.textContent?.replaceAll('x', '')).toBe('after');
});

it('keeps the colors of a line of usual length', async () => {
  const screen = await render(<StderrText lines={[`plain ${RED}red\u001b[1m bold`]} />);
  const styles = [...screen.container.querySelectorAll('span')].map(({ style }) => [
    style.color,
    style.fontWeight,
  ]);
  expect(styles).toEqual([
    ['', ''],
    ['var(--ansi-1)', ''],
    ['var(--ansi-1)', '700'],
  ]);
});
