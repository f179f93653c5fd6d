import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { DEFAULT_SETTINGS } from '../../../app/protocol/session-settings.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { AnswersSettings, type AnswersSettingsProps } from './answers-settings.tsx';

type Answers = AnswersSettingsProps['answers'];

const changed = vi.fn<(answers: Answers) => void>();
const last = () => changed.mock.lastCall?.[0];

beforeEach(() => {
  changed.mockReset();
});

function Edited() {
  const [answers, setAnswers] = useState<Answers>(DEFAULT_SETTINGS.answers);
  const change = (next: Answers) => {
    setAnswers(next);
    changed(next);
  };
  return <AnswersSettings answers={answers} onChange={change} />;
}

async function shown() {
  const screen = await render(<Edited />);
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  return { screen, field };
}

it('has a policy for each kind of server request, as it is set', async () => {
  const { screen, field } = await shown();
  for (const [name, label] of [
    ['Sampling', 'ask me'],
    ['Elicitation', 'ask me'],
    ['Roots list', 'answer with the roots below'],
    ['Ping', 'answer'],
  ] as const) {
    await expect.element(field(name)).toHaveDisplayValue(label);
  }
  expect(await axeViolations(screen.container)).toEqual([]);
});

it.each(['decline', 'never answer, so that it times out'])('changes one policy only: %s', async (label) => {
  const { field } = await shown();
  await field('Elicitation').selectOptions(label);
  const kind = label === 'decline' ? 'decline' : 'silent';
  expect(last()).toEqual({ ...DEFAULT_SETTINGS.answers, elicitation: { kind } });
  await expect.element(field('Elicitation')).toHaveDisplayValue(label);
});

it('answers with an error, and keeps the last valid one while a field is not', async () => {
  const { screen, field } = await shown();
  await field('Sampling').selectOptions('answer with an error');
  expect(last()?.sampling).toEqual({ kind: 'error', code: -32603, message: 'Internal error' });
  await field('Code').fill('-1');
  await field('Message').fill('The user rejected it');
  await field('Data').fill('{"why":1}');
  const valid = { kind: 'error', code: -1, message: 'The user rejected it', data: { why: 1 } };
  expect(last()?.sampling).toEqual(valid);
  await field('Code').fill('many');
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('The code must be a number, such as -32603. Until then the last valid error stays.');
  expect(last()?.sampling).toEqual(valid);
  expect(await axeViolations(screen.container)).toEqual([]);
});

it('gives a canned answer, and keeps the last valid one while the text is not', async () => {
  const { screen, field } = await shown();
  await field('Elicitation').selectOptions('give a canned answer');
  expect(last()?.elicitation).toEqual({ kind: 'canned', result: { action: 'accept', content: {} } });
  const text = field('Elicitation: result (JSON)');
  await text.fill('{"action":"cancel"}');
  expect(last()?.elicitation).toEqual({ kind: 'canned', result: { action: 'cancel' } });
  await text.fill('{"action":');
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'Until the text is valid' }))
    .toHaveTextContent('Until the text is valid, the last valid result stays.');
  await expect.element(text).toHaveValue('{"action":');
  expect(last()?.elicitation).toEqual({ kind: 'canned', result: { action: 'cancel' } });
});

it('answers by itself for the roots, unless another result is written', async () => {
  const { screen, field } = await shown();
  expect(screen.getByRole('textbox').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Roots list: write another result' }).click();
  expect(last()?.roots).toEqual({ kind: 'canned', result: { roots: [] } });
  await field('Roots list: result (JSON)').fill('{"roots":[{"uri":"file:///a"}]}');
  expect(last()?.roots).toEqual({ kind: 'canned', result: { roots: [{ uri: 'file:///a' }] } });
  await field('Roots list').selectOptions('ask me');
  await expect.element(field('Roots list: result (JSON)')).not.toBeInTheDocument();
});
