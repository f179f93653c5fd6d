import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { axeViolations } from '../testing/axe-violations.ts';
import { fieldWarnings } from './form-value.ts';
import { ObjectForm } from './value-field.tsx';

type Setting = {
  readonly value?: unknown;
  readonly disabled?: boolean;
  /** The schema of a second member. */
  readonly more?: object;
  readonly warnings?: Parameters<typeof fieldWarnings>[0];
};

/** A form of one member, `it`, that keeps its input; `seen` gets the whole value after each change. */
async function formOf(
  member: object | boolean,
  { value = {}, disabled = false, warnings = [], more }: Setting = {},
) {
  const seen = vi.fn<(value: unknown) => void>();
  const schema = { type: 'object', properties: { it: member, ...(more && { more }) }, required: ['it'] };
  const sorted = fieldWarnings(warnings);
  function Kept() {
    const [kept, setKept] = useState(value);
    const change = (next: unknown) => {
      seen(next);
      setKept(next);
    };
    return (
      <ObjectForm schema={schema} value={kept} warnings={sorted} disabled={disabled} onChange={change} />
    );
  }
  const screen = await render(<Kept />);
  return { screen, seen };
}

describe('a text', () => {
  it('is written, is empty or is left out', async () => {
    const { screen, seen } = await formOf({ type: 'string', description: 'What to say' });
    const box = screen.getByRole('textbox', { name: 'it' });
    await expect.element(box).toHaveAccessibleDescription('What to say');
    await expect.element(box).toHaveAttribute('placeholder', 'not set');
    await box.fill('hello');
    expect(seen).toHaveBeenLastCalledWith({ it: 'hello' });
    await box.fill('');
    expect(seen).toHaveBeenLastCalledWith({ it: '' });
    await expect.element(box).toHaveAttribute('placeholder', 'empty text');
    await screen.getByRole('button', { name: 'Leave out it' }).click();
    expect(seen).toHaveBeenLastCalledWith({});
  });

  it('is left out by Backspace in the empty field, and Tab goes from field to field', async () => {
    const setting = { value: { it: 'a', more: true }, more: { type: 'boolean' } };
    const { screen, seen } = await formOf({ type: 'string' }, setting);
    await screen.getByRole('textbox', { name: 'it' }).click();
    await userEvent.keyboard('{Backspace}');
    expect(seen).toHaveBeenLastCalledWith({ it: '', more: true });
    await userEvent.keyboard('{Backspace}');
    expect(seen).toHaveBeenLastCalledWith({ more: true });
    await userEvent.keyboard('b{Tab}');
    await expect.element(screen.getByRole('checkbox', { name: 'more' })).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    expect(seen).toHaveBeenLastCalledWith({ it: 'b' });
  });

  it('is described in safe Markdown, with characters shown that nobody sees', async () => {
    const description = 'A **bold** `path`, see <b>this</b> and [that](https://example.com/x)\u202e.';
    const { screen } = await formOf({ type: 'string', description });
    const box = screen.getByRole('textbox', { name: 'it' });
    await expect
      .element(box)
      .toHaveAccessibleDescription('A bold path, see <b>this</b> and that (https://example.com/x)⟨U+202E⟩.');
    await expect.element(screen.getByText('bold')).toBeVisible();
    expect(screen.container.querySelector('strong')?.textContent).toBe('bold');
    expect(screen.container.querySelector('b')).toBeNull();
  });

  it('may be null if the schema says so', async () => {
    const { screen, seen } = await formOf({ type: ['string', 'null'] });
    const button = screen.getByRole('button', { name: 'Make it null' });
    await button.click();
    expect(seen).toHaveBeenLastCalledWith({ it: null });
    await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    expect(seen).toHaveBeenLastCalledWith({});
  });

  it('that is a UUID is made again by a button', async () => {
    const { screen, seen } = await formOf({ type: 'string', format: 'uuid' });
    await screen.getByRole('button', { name: 'New UUID for it' }).click();
    expect(seen).toHaveBeenLastCalledWith({ it: expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/) });
  });

  it('of base64 is read from a file', async () => {
    const { screen, seen } = await formOf({ type: 'string', contentEncoding: 'base64' });
    await expect.element(screen.getByRole('button', { name: 'Read it from a file…' })).toBeVisible();
    await userEvent.upload(screen.getByLabelText('File for it'), new File(['Hi!'], 'hi.txt'));
    await expect.element(screen.getByRole('status')).toHaveTextContent('hi.txt, 3 bytes');
    expect(seen).toHaveBeenLastCalledWith({ it: 'SGkh' });
  });

  it('shows what does not fit, and can be sent anyway', async () => {
    const { screen, seen } = await formOf(
      { type: 'string', maxLength: 2 },
      { value: { it: 'long' }, warnings: [{ at: ['it'], message: 'must have at most 2 characters' }] },
    );
    const box = screen.getByRole('textbox', { name: 'it' });
    await expect.element(box).toHaveAccessibleDescription(/must have at most 2 characters/);
    await box.fill('longer');
    expect(seen).toHaveBeenLastCalledWith({ it: 'longer' });
  });
});

describe('a number', () => {
  it('is a number as soon as it reads as one', async () => {
    const { screen, seen } = await formOf({ type: 'integer', minimum: 1 });
    const box = screen.getByRole('textbox', { name: 'it' });
    await box.fill('42');
    expect(seen).toHaveBeenLastCalledWith({ it: 42 });
    await box.fill('');
    expect(seen).toHaveBeenLastCalledWith({});
  });

  it('that is none stays as it was typed', async () => {
    const { screen, seen } = await formOf({ type: 'number' });
    const box = screen.getByRole('textbox', { name: 'it' });
    await box.fill('4 or 5');
    expect(seen).toHaveBeenLastCalledWith({ it: '4 or 5' });
    await expect.element(box).toHaveValue('4 or 5');
  });
});

describe('a boolean', () => {
  it('is not set, true or false', async () => {
    const { screen, seen } = await formOf({ type: 'boolean' });
    const box = screen.getByRole('checkbox', { name: 'it' });
    await expect.element(box).toBePartiallyChecked();
    await box.click();
    expect(seen).toHaveBeenLastCalledWith({ it: true });
    await userEvent.keyboard(' ');
    expect(seen).toHaveBeenLastCalledWith({ it: false });
    await screen.getByRole('button', { name: 'Leave out it' }).click();
    await expect.element(box).toBePartiallyChecked();
  });
});

describe('a choice', () => {
  it('offers what the schema lists, and none of it', async () => {
    const { screen, seen } = await formOf({ enum: ['red', 'green', 7] });
    const list = screen.getByRole('combobox', { name: 'it' });
    await list.selectOptions('green');
    expect(seen).toHaveBeenLastCalledWith({ it: 'green' });
    await list.selectOptions('7');
    expect(seen).toHaveBeenLastCalledWith({ it: 7 });
    await list.selectOptions('not set');
    expect(seen).toHaveBeenLastCalledWith({});
  });

  it('keeps a value that is none of them, and says so', async () => {
    const { screen } = await formOf({ enum: ['red'] }, { value: { it: 'blue' } });
    await expect
      .element(screen.getByRole('option', { name: /blue.*no choice of the schema/ }))
      .toBeInTheDocument();
  });

  it('of several is ticked, in the order of the schema', async () => {
    const { screen, seen } = await formOf({ type: 'array', items: { enum: ['a', 'b', 'c'] } });
    const group = screen.getByRole('group', { name: 'Choices of it' });
    await expect.element(group).toHaveTextContent('not set');
    await group.getByRole('checkbox', { name: 'c' }).click();
    await group.getByRole('checkbox', { name: 'a' }).click();
    expect(seen).toHaveBeenLastCalledWith({ it: ['a', 'c'] });
    await group.getByRole('checkbox', { name: 'a' }).click();
    await group.getByRole('checkbox', { name: 'c' }).click();
    expect(seen).toHaveBeenLastCalledWith({ it: [] });
  });
});

describe('a date', () => {
  it('is chosen in a picker, and is written as text by choice', async () => {
    const { screen, seen } = await formOf({ type: 'string', format: 'date' });
    await screen.getByLabelText('it', { exact: true }).fill('2026-03-01');
    expect(seen).toHaveBeenLastCalledWith({ it: '2026-03-01' });
    await screen.getByRole('button', { name: 'Write it as text' }).click();
    await screen.getByRole('textbox', { name: 'it' }).fill('tomorrow');
    expect(seen).toHaveBeenLastCalledWith({ it: 'tomorrow' });
    await expect.element(screen.getByRole('button', { name: 'Use the picker for it' })).toBeDisabled();
  });

  it('with a time has a zone', async () => {
    const value = { it: '2026-03-01T10:00:00Z' };
    const { screen, seen } = await formOf({ type: 'string', format: 'date-time' }, { value });
    await expect.element(screen.getByRole('combobox', { name: 'Time zone of it' })).toHaveValue('Z');
    await screen.getByLabelText('it', { exact: true }).fill('2026-03-02T11:30:00');
    expect(seen).toHaveBeenLastCalledWith({ it: '2026-03-02T11:30:00Z' });
  });
});

describe('any JSON', () => {
  it('is taken over when it can be read, and the value before it stays until then', async () => {
    const { screen, seen } = await formOf(true);
    const box = screen.getByRole('textbox', { name: 'it' });
    await box.fill('{"a": 1}');
    expect(seen).toHaveBeenLastCalledWith({ it: { a: 1 } });
    const before = seen.mock.calls.length;
    await box.fill('{"a": ');
    await expect.element(box).toHaveAttribute('aria-invalid', 'true');
    await expect.element(box).toHaveAccessibleDescription(/Line 1, column .*The value before it stays/);
    expect(seen.mock.calls.slice(before)).toEqual([]);
  });

  it('is how a value of the wrong type is shown', async () => {
    const { screen } = await formOf({ type: 'string' }, { value: { it: [1] } });
    await expect.element(screen.getByRole('textbox', { name: 'it' })).toHaveValue('[\n  1\n]');
  });
});

describe('a list', () => {
  it('grows, is put in another order and shrinks', async () => {
    const { screen, seen } = await formOf({ type: 'array', items: { type: 'string' } });
    const add = screen.getByRole('button', { name: /add to it$/i });
    await add.click();
    await add.click();
    await screen.getByRole('textbox', { name: 'it 1' }).fill('one');
    await screen.getByRole('textbox', { name: 'it 2' }).fill('two');
    await expect.element(screen.getByRole('button', { name: 'Move it 1 up' })).toBeDisabled();
    await screen.getByRole('button', { name: 'Move it 1 down' }).click();
    expect(seen).toHaveBeenLastCalledWith({ it: ['two', 'one'] });
    await screen.getByRole('button', { name: 'Remove it 1' }).click();
    expect(seen).toHaveBeenLastCalledWith({ it: ['one'] });
  });
});

describe('a group', () => {
  it('is set with its required members, and takes members of its own', async () => {
    const { screen, seen } = await formOf({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      additionalProperties: { type: 'number' },
    });
    await screen.getByRole('button', { name: /set it$/ }).click();
    await screen.getByRole('textbox', { name: 'name' }).fill('Ada');
    await screen.getByRole('button', { name: '+ Add member' }).click();
    const key = screen.getByRole('textbox', { name: /^Key of/ });
    await key.fill('age');
    await screen.getByRole('textbox', { name: 'age', exact: true }).fill('36');
    expect(seen).toHaveBeenLastCalledWith({ it: { name: 'Ada', age: 36 } });
    await screen.getByRole('button', { name: 'Remove age' }).click();
    expect(seen).toHaveBeenLastCalledWith({ it: { name: 'Ada' } });
  });
});

describe('branches', () => {
  it('are chosen first, then filled', async () => {
    const { screen, seen } = await formOf({
      oneOf: [
        { title: 'By name', type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        {
          title: 'By number',
          type: 'object',
          properties: { number: { type: 'integer' } },
          required: ['number'],
        },
      ],
    });
    const shape = screen.getByRole('combobox', { name: 'Shape of it' });
    await shape.selectOptions('By number');
    await screen.getByRole('textbox', { name: 'number' }).fill('5');
    expect(seen).toHaveBeenLastCalledWith({ it: { number: 5 } });
    await shape.selectOptions('By name');
    await expect.element(screen.getByRole('textbox', { name: 'name' })).toBeVisible();
    await shape.selectOptions('not set');
    expect(seen).toHaveBeenLastCalledWith({});
  });
});

const EVERY_CONTROL = {
  type: 'object',
  properties: {
    text: { type: ['string', 'null'], title: 'A text' },
    number: { type: 'number', minimum: 1 },
    yes: { type: 'boolean' },
    choice: { enum: ['a', 'b'] },
    several: { type: 'array', items: { enum: ['a', 'b'] } },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    bytes: { type: 'string', contentEncoding: 'base64' },
    any: true,
    list: { type: 'array', items: { type: 'string' } },
    group: { type: 'object', properties: { inner: { type: 'string' } } },
  },
};

describe('a form with every control', () => {
  const value = { text: 'x', number: 2, yes: true, several: ['a'], list: ['one'], group: { inner: 'y' } };

  it('has no accessibility violation', async () => {
    const screen = await render(
      <ObjectForm
        schema={EVERY_CONTROL}
        value={value}
        warnings={fieldWarnings([{ at: ['number'], message: 'too small' }])}
        disabled={false}
        onChange={() => undefined}
      />,
    );
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('lets nothing be changed while it is disabled', async () => {
    const screen = await render(
      <ObjectForm
        schema={EVERY_CONTROL}
        value={value}
        warnings={fieldWarnings([])}
        disabled
        onChange={() => undefined}
      />,
    );
    const controls = [...screen.container.querySelectorAll('input:not([hidden]), select, textarea, button')];
    expect(controls.length).toBeGreaterThan(20);
    expect(controls.filter((control) => !control.matches(':disabled'))).toEqual([]);
  });
});
