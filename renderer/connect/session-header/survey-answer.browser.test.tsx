import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { attachStubHost } from '../../state/testing/stub-host.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { SurveyAnswer } from './host-chip.tsx';

const NO_ROWS = { ok: true, value: { folder: '', files: [], problems: [] } } as const;

test('what was pasted is measured, and the page can be copied', async () => {
  const asked: object[] = [];
  attachStubHost({
    measureSurvey: async (input) => {
      asked.push(input);
      return { ok: true, value: { lines: ['Understood 3 markers.', 'Saved 1 row.'], page: '# Page' } };
    },
    listHostRows: async () => NO_ROWS,
  });
  const screen = await render(<SurveyAnswer session="s1" />);
  await screen.getByLabelText("The agent's answer").fill('gedakutel');
  expect(screen.getByRole('button', { name: 'Copy the page' }).query()).toBeNull();
  await screen.getByRole('button', { name: 'Measure the host' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Understood 3 markers.Saved 1 row.');
  expect(asked).toEqual([{ session: 's1', answer: 'gedakutel' }]);
  await expect.element(screen.getByRole('button', { name: 'Copy the page' })).toBeVisible();
  expect(await axeViolations(screen.container)).toEqual([]);
});

test('a refusal is an alert, and what was saved before is gone from the screen', async () => {
  attachStubHost({
    measureSurvey: async () => ({ ok: false, error: 'This session holds no survey.' }),
    listHostRows: async () => NO_ROWS,
  });
  const screen = await render(<SurveyAnswer session="s1" />);
  await screen.getByRole('button', { name: 'Measure the host' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This session holds no survey.');
  await expect.element(screen.getByRole('status')).toHaveTextContent('');
});
