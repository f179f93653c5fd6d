import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Explanation } from '../../../app/explain/explanation.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { CauseCard } from './cards.tsx';
import { runsOf, StderrText } from './stderr-text.tsx';

const WHY: Explanation = { cause: 'tool-error', happened: '', actor: 'server', action: '' };
const ORIGIN = {
  ...{ exception: 'KeyError', message: "'paris'", function: 'get_weather' },
  ...{ file: '/srv/weather/server.py', line: 18, source: 'return TABLE[city]' },
};

it('heads a card with the exception, its place and the line of code', async () => {
  const screen = await render(<CauseCard why={{ ...WHY, origin: ORIGIN }} message="failed" tier="tool" />);
  await expect.element(screen.getByRole('heading')).toHaveTextContent("KeyError: 'paris'");
  await expect.element(screen.getByText('server.py:18 in get_weather')).toBeVisible();
  await expect.element(screen.getByText('return TABLE[city]')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Copy path:line' })).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('says that a cause is unknown, and shows nothing where the text says it', async () => {
  const screen = await render(
    <CauseCard why={{ ...WHY, unknown: true }} message="Internal error" tier="tool" />,
  );
  await expect.element(screen.getByText(/^Cause unknown: .*Internal error/)).toBeVisible();
  await screen.rerender(<CauseCard why={WHY} message="No such city" tier="tool" />);
  expect(screen.container.textContent).toBe('');
});

const TRACE = [
  'Traceback (most recent call last):',
  ...[1, 2, 3].flatMap((line) => [
    `  File "/srv/venv/lib/python3.12/site-packages/mcp/server/base.py", line ${line}, in run`,
    '    return await self.fn(**arguments)',
  ]),
  '  File "/srv/weather/server.py", line 18, in get_weather',
  '    return TABLE[city]',
  "KeyError: 'paris'",
];

it('folds the frames of packages, and keeps the own ones with their indent', async () => {
  const screen = await render(<StderrText lines={TRACE} />);
  const shown = () => screen.container.innerText;
  expect(shown()).toContain('    return TABLE[city]');
  expect(shown()).toContain("KeyError: 'paris'");
  expect(shown()).not.toContain('site-packages');
  await screen.getByRole('button', { name: '6 lines of packages and the runtime' }).click();
  expect(shown()).toContain('site-packages/mcp/server/base.py", line 2');
});

it('folds no short run', () => {
  const runs = runsOf({ lines: ['a', ' b', ' c'], foreign: new Set(), exception: '' });
  expect(runs.map(({ label }) => label)).toEqual(['', '']);
});
