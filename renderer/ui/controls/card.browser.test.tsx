import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Card, kit, PartChoice } from '../kit.tsx';
import { NamedList, NameField } from '../list/named-list.tsx';
import { axeViolations } from '../testing/axe-violations.ts';
import { CopyButton } from './copy-button.tsx';
import { Field } from './fields.tsx';
import { RowLink } from './links.tsx';
import { ScreenServicesContext } from './screen-services.ts';

const services = { notify: vi.fn(), closeDialog: vi.fn(), selectRow: vi.fn(), httpsOnly: false };

describe('a card', () => {
  it('is a region with its title', async () => {
    const screen = await render(
      <Card title="What happened" aside="2 lines">
        <p>It failed.</p>
      </Card>,
    );
    await expect
      .element(screen.getByRole('region', { name: 'What happened 2 lines' }))
      .toHaveTextContent('It failed.');
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});

it('a text keeps to a width that is read with ease; the text of a bar takes the whole bar', async () => {
  const words = 'It failed. '.repeat(60);
  const screen = await render(
    <div style={{ width: 1600 }}>
      <p data-testid="text">{words}</p>
      <div className={kit.row}>
        <p data-testid="bar" className={kit.grow}>
          {words}
        </p>
      </div>
    </div>,
  );
  const width = (id: string) => screen.getByTestId(id).element().clientWidth;
  expect(width('text')).toBeLessThan(850);
  expect(width('bar')).toBe(1600);
});

describe('a link to a row', () => {
  it('selects the row', async () => {
    const screen = await render(
      <ScreenServicesContext value={services}>
        <RowLink session="s1" seq={7}>
          #7
        </RowLink>
      </ScreenServicesContext>,
    );
    await screen.getByRole('button', { name: '#7' }).click();
    expect(services.selectRow).toHaveBeenCalledWith('s1', 7);
  });
});

describe('a button that copies', () => {
  it('makes the text when it is pressed, and says that it did', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const text = vi.fn(() => '{"a":1}');
    const screen = await render(<CopyButton label="Copy as JSON" text={text} />);
    expect(text).not.toHaveBeenCalled();
    await screen.getByRole('button', { name: 'Copy as JSON' }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(write).toHaveBeenCalledWith('{"a":1}');
  });
});

describe('a field', () => {
  it('ties its label, its control and its fault together', async () => {
    const fault = 'Between 0.001 and 3600 seconds.';
    const screen = await render(
      <Field label="Time-out" hint="seconds" fault={fault}>
        {(wiring) => <input {...wiring} defaultValue="soon" />}
      </Field>,
    );
    const box = screen.getByRole('textbox', { name: 'Time-out' });
    await expect.element(box).toHaveAttribute('aria-invalid', 'true');
    await expect.element(box).toHaveAccessibleDescription(fault);
    await expect.element(screen.getByRole('alert')).toHaveTextContent(fault);
    expect(await axeViolations(screen.container)).toEqual([]);
  });

  it('has no alert while nothing is wrong', async () => {
    const screen = await render(<Field label="Label">{(wiring) => <input {...wiring} />}</Field>);
    await expect
      .element(screen.getByRole('textbox', { name: 'Label' }))
      .toHaveAttribute('aria-invalid', 'false');
    expect(screen.getByRole('alert').elements()).toEqual([]);
  });
});

describe('a choice of parts', () => {
  it('is moved by the arrow keys, past what is not possible', async () => {
    const choose = vi.fn();
    const parts = [
      ['all', 'Whole session', '18 rows', true],
      ['some', 'Selected rows', 'none', false],
      ['filter', 'What the filter shows', '4 rows', true],
    ] as const;
    const screen = await render(
      <PartChoice legend="What" name="what" parts={parts} chosen="all" choose={choose} />,
    );
    const group = screen.getByRole('group', { name: 'What' });
    await expect.element(group.getByRole('radio', { name: /Whole session 18 rows/ })).toBeChecked();
    await expect.element(group.getByRole('radio', { name: /Selected rows/ })).toBeDisabled();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(choose).toHaveBeenCalledWith('filter');
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});

describe('a list of named entries', () => {
  it('loads one, deletes one and takes it back', async () => {
    const heard = { onLoad: vi.fn(), onDelete: vi.fn(), onRestore: vi.fn() };
    const entries = [{ name: 'first' }, { name: 'second' }];
    const screen = await render(
      <NamedList label="Saved calls" entries={entries} textOf={(entry) => `{${entry.name}}`} {...heard} />,
    );
    await screen.getByRole('button', { name: 'second {second}' }).click();
    expect(heard.onLoad).toHaveBeenCalledWith(entries[1]);
    await screen.getByRole('button', { name: 'Delete first' }).click();
    expect(heard.onDelete).toHaveBeenCalledWith(entries[0]);
    await expect.element(screen.getByRole('status')).toHaveTextContent('Deleted first.');
    await screen.getByRole('button', { name: 'Undo' }).click();
    expect(heard.onRestore).toHaveBeenCalledWith(entries[0]);
    expect(screen.getByRole('status').elements()).toEqual([]);
  });

  it('takes a name by Enter, without sending the form around', async () => {
    const save = vi.fn();
    const submit = vi.fn();
    const screen = await render(
      <form onSubmit={submit}>
        <NameField what="call" verb="Save" onSave={save} />
      </form>,
    );
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await screen.getByRole('textbox', { name: 'Name for this call' }).fill('  mine ');
    await userEvent.keyboard('{Enter}');
    expect(save).toHaveBeenCalledWith('mine');
    expect(submit).not.toHaveBeenCalled();
    await expect.element(screen.getByRole('textbox')).toHaveValue('');
  });
});
