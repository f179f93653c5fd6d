import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { axeViolations } from '../testing/axe-violations.ts';
import { drawnText, unbrokenText } from './drawn-text.tsx';

const NAME = 'evil\u202egnp.exe';

it('marks a character that turns the direction, and turns nothing around it', async () => {
  const screen = await render(
    <ul>
      <li aria-label="before">{NAME.slice(0, 4)}</li>
      <li>
        <button type="button">{drawnText(NAME)}</button>
      </li>
    </ul>,
  );
  const button = screen.getByRole('button', { name: /evil.*U\+202E.*gnp\.exe/ });
  await expect.element(button).toBeVisible();
  await expect.element(screen.getByTitle('right-to-left override')).toBeInTheDocument();
  // Drawn from left to right: the last part is the rightmost.
  const range = document.createRange();
  const [first, , last] = [...button.element().childNodes];
  const rightOf = (node: ChildNode | undefined) => {
    if (node !== undefined) range.selectNodeContents(node);
    return range.getBoundingClientRect().right;
  };
  expect(rightOf(last)).toBeGreaterThan(rightOf(first));
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('keeps an option, a bare -- and a revision on one line each', async () => {
  const text = 'tierscope tap --label a-b -e x -- node 2025-11-25';
  const screen = await render(<p>{unbrokenText(text)}</p>);
  expect(screen.container.textContent).toBe(text);
  const whole = [...screen.container.querySelectorAll('p > span')].map((part) => part.textContent);
  expect(whole).toEqual(['--label', '-e', '--', '2025-11-25']);
});

it('is copied as it was written', async () => {
  const screen = await render(<p>{drawnText(NAME)}</p>);
  window.getSelection()?.selectAllChildren(screen.container);
  expect(window.getSelection()?.toString().trim()).toBe(NAME);
});
