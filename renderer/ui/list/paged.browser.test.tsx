import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { axeViolations } from '../testing/axe-violations.ts';
import { Paged } from './paged.tsx';

const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);

function List({ length, shown }: { readonly length: number; readonly shown?: number }) {
  return (
    <Paged items={numbers(length)} noun="block" {...(shown === undefined ? {} : { shown })}>
      {(part, from) => (
        <ol start={from + 1}>
          {part.map((number) => (
            <li key={number}>block {number}</li>
          ))}
        </ol>
      )}
    </Paged>
  );
}

describe('a list in pages', () => {
  it('is drawn as it is while it is short', async () => {
    const screen = await render(<List length={100} />);
    expect(screen.container.querySelectorAll('li')).toHaveLength(100);
    expect(screen.container.querySelector('nav')).toBeNull();
  });

  it('draws one page of a long list, says how long it is, and leads to the others', async () => {
    const screen = await render(<List length={50_000} />);
    const drawn = () => [...screen.container.querySelectorAll('li')].map((one) => one.textContent);
    await expect.element(screen.getByRole('status')).toHaveTextContent('1 to 100 of 50,000 blocks');
    expect(drawn()).toHaveLength(100);
    await screen.getByRole('button', { name: 'Next' }).click();
    expect(drawn()[0]).toBe('block 101');
    await screen.getByRole('button', { name: 'Last' }).click();
    await expect.element(screen.getByRole('status')).toHaveTextContent('49,901 to 50,000 of 50,000 blocks');
    expect(drawn()).toHaveLength(100);
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('opens the page of what is to be shown, and stays where the user turns to after that', async () => {
    const screen = await render(<List length={1000} shown={0} />);
    await screen.rerender(<List length={1000} shown={512} />);
    await expect.element(screen.getByText('block 513', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'First' }).click();
    await screen.rerender(<List length={1001} shown={512} />);
    await expect.element(screen.getByText('block 1', { exact: true })).toBeVisible();
  });

  it('keeps to its last page when the list becomes shorter', async () => {
    const screen = await render(<List length={1000} />);
    await screen.getByRole('button', { name: 'Last' }).click();
    await screen.rerender(<List length={150} />);
    await expect.element(screen.getByRole('status')).toHaveTextContent('101 to 150 of 150 blocks');
  });
});
