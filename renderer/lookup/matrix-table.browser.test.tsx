import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { MATRIX_CASES, SDK_MATRIX } from '../../app/codes/reference-tables.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { LIVE_SESSION, SCREEN_SERVICES, showSession } from '../state/testing/shown-session.ts';
import { ScreenServicesContext } from '../ui/controls/screen-services.ts';
import { axeViolations } from '../ui/testing/axe-violations.ts';
import { openedDialog } from '../ui/testing/opened-dialog.ts';
import { MatrixDialog } from './matrix-table.tsx';

async function opened(info = LIVE_SESSION) {
  await showSession(info);
  useScreen.setState({ dialog: 'sdk-matrix' });
  const screen = await render(
    <ScreenServicesContext value={SCREEN_SERVICES}>
      <MatrixDialog />
    </ScreenServicesContext>,
  );
  return openedDialog(screen, 'What SDKs really do');
}

it('has a row for each stack and a column for each case, and names what breaks the specification', async () => {
  const dialog = await opened();
  const table = dialog.getByRole('table', { name: 'What SDKs really do' });
  expect(
    table
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent),
  ).toEqual(['stack', ...MATRIX_CASES.map(({ title }) => title)]);
  expect(table.getByRole('rowheader').elements()).toHaveLength(SDK_MATRIX.length);
  const broken = SDK_MATRIX.flatMap(({ cells }) =>
    MATRIX_CASES.map(({ id }) => cells[id]).filter(({ violation }) => violation),
  );
  expect(table.element().querySelectorAll('td[data-violation="true"]')).toHaveLength(broken.length);
  await expect.element(dialog.getByRole('img', { name: 'breaks the specification:' }).first()).toBeVisible();
  expect(await axeViolations(dialog.element())).toEqual([]);
});

it('keeps the names of the cases and of the stacks in sight while it is scrolled', async () => {
  const dialog = await opened();
  const corner = dialog.getByRole('columnheader', { name: 'stack' });
  const last = dialog.getByRole('rowheader').last();
  last.element().scrollIntoView({ block: 'end' });
  await expect.element(last).toBeInViewport();
  await expect.element(corner).toBeInViewport();
  dialog.getByRole('columnheader').last().element().scrollIntoView({ inline: 'end' });
  await expect.element(corner).toBeInViewport();
});

it('marks the rows of the vocabulary that the server in front speaks', async () => {
  const stack = SDK_MATRIX[0];
  if (stack === undefined) throw new Error('The matrix is empty.');
  const dialog = await opened({
    ...LIVE_SESSION,
    layers: {
      sdk: { id: stack.vocabulary, name: stack.name, layer: 'sdk', points: 9, confidence: 1, evidence: [] },
    },
  });
  const rows = SDK_MATRIX.filter(({ vocabulary }) => vocabulary === stack.vocabulary);
  await expect.element(dialog.getByText('this server')).toHaveLength(rows.length);
});
