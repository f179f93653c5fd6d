import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { ToolErrorPanel } from './exchange-head.tsx';

async function panel(result: JsonObject, tool = 'read-note') {
  const screen = await render(<ToolErrorPanel result={result} tool={tool} context={{}} />);
  return { screen, region: screen.getByRole('region', { name: 'Tool error', exact: true }) };
}

const text = (shown: string) => [{ type: 'text', text: shown }];

it('says which tool failed and what it said', async () => {
  const { region } = await panel({ isError: true, content: text('No note with id 7') });
  await expect.element(region).toHaveAttribute('data-tier', 'tool');
  await expect.element(region.getByRole('heading', { name: 'read-note reports an error' })).toBeVisible();
  await expect.element(region.getByText('No note with id 7')).toBeVisible();
});

it('marks what hides or turns in the name of the tool', async () => {
  const { region } = await panel({ isError: true, content: text('no') }, 'evil\u202egpj.exe');
  const mark = region.getByRole('heading').element().querySelector('[data-code]');
  expect(mark?.getAttribute('data-code')).toBe('⟨U+202E⟩');
});

it('does without the name of the tool', async () => {
  const { region } = await panel({ isError: true, content: text('no') }, '');
  await expect.element(region.getByRole('heading', { name: 'The tool reports an error' })).toBeVisible();
});

it.each([
  ['is missing', {}, /The result has no content/],
  ['is empty', { content: [] }, /content is empty/],
  ['is no list', { content: 'no' }, /content is not a list/],
])('says what follows if content %s', async (_what, result, shown) => {
  const { region } = await panel({ isError: true, ...result });
  await expect.element(region.getByText(shown)).toBeVisible();
});

it('shows the hint, the code by its name, and that both parts agree', async () => {
  const error = {
    code: -32602,
    message: 'No city is named "Olso".',
    data: { reason: 'unknown_city', recovery: { hint: 'Call search_city first.' } },
  };
  const { region, screen } = await panel({
    isError: true,
    content: text('Error: No city is named "Olso".'),
    structuredContent: { error },
  });
  await expect.element(region).toHaveTextContent('Recovery hint: Call search_city first.');
  await expect.element(region.getByText(/tell the same story/)).toBeVisible();
  const stated = region.getByRole('region', { name: 'structuredContent.error' });
  await expect.element(stated).toHaveTextContent('-32602 Invalid params');
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('says that the two parts disagree', async () => {
  const { region } = await panel({
    isError: true,
    content: text('All went well'),
    structuredContent: { error: { message: 'The disk is full' } },
  });
  await expect.element(region.getByText(/tell different stories/)).toBeVisible();
});

it('shows members that MCP does not define', async () => {
  const { region } = await panel({ isError: true, content: text('no'), reason: { code: 'E_FULL' } });
  const extra = region.getByRole('region', { name: 'reason' });
  await expect.element(extra).toHaveTextContent('hosts drop it');
  await expect.element(extra.getByRole('treeitem', { name: /E_FULL/ })).toBeVisible();
});
