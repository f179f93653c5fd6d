import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button, ReasonedButton, Segments } from '../kit.tsx';
import { axeViolations } from '../testing/axe-violations.ts';
import { ScreenServicesContext } from './screen-services.ts';

const LOOKS = ['plain', 'primary', 'danger', 'quiet', 'icon', 'pill', 'link', 'row', 'bare'] as const;

describe('a button', () => {
  it.each(LOOKS)('that looks %s is pressed with the pointer, Enter and the space bar', async (look) => {
    const press = vi.fn();
    const screen = await render(
      <Button look={look} onClick={press}>
        Go
      </Button>,
    );
    await screen.getByRole('button', { name: 'Go' }).click();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard(' ');
    expect(press).toHaveBeenCalledTimes(3);
  });

  it('submits no form unless it says so', async () => {
    const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
    const screen = await render(
      <form onSubmit={submit}>
        <Button>Other</Button>
        <Button type="submit">Send</Button>
      </form>,
    );
    await screen.getByRole('button', { name: 'Other' }).click();
    expect(submit).not.toHaveBeenCalled();
    await screen.getByRole('button', { name: 'Send' }).click();
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('that is disabled is out of the order of the keys', async () => {
    const press = vi.fn();
    const screen = await render(
      <>
        <Button disabled onClick={press}>
          Off
        </Button>
        <Button>On</Button>
      </>,
    );
    await expect.element(screen.getByRole('button', { name: 'Off' })).toBeDisabled();
    await userEvent.tab();
    await expect.element(screen.getByRole('button', { name: 'On' })).toHaveFocus();
  });

  it('shows its focus, and its class wins over its look', async () => {
    const screen = await render(
      <>
        <style>{'.wide { height: 40px }'}</style>
        <Button className="wide">Go</Button>
      </>,
    );
    const button = screen.getByRole('button', { name: 'Go' }).element();
    await userEvent.tab();
    expect(getComputedStyle(button).outlineStyle).toBe('solid');
    expect(getComputedStyle(button).height).toBe('40px');
  });

  it('has no accessibility violation in any look and state', async () => {
    const screen = await render(
      <div>
        {LOOKS.map((look) => (
          <p key={look}>
            <Button look={look}>{look}</Button>
            <Button look={look} aria-pressed="true">
              {look} pressed
            </Button>
            <Button look={look} size="small" disabled>
              {look} off
            </Button>
          </p>
        ))}
      </div>,
    );
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});

describe('a button with a reason', () => {
  it('does what it is for while there is none', async () => {
    const press = vi.fn();
    const screen = await render(
      <ReasonedButton reason="" hint="Sends it" onClick={press}>
        Send
      </ReasonedButton>,
    );
    await screen.getByRole('button', { name: 'Send' }).click();
    expect(press).toHaveBeenCalledTimes(1);
    await expect.element(screen.getByTitle('Sends it')).toBeVisible();
  });

  it('keeps its place and says why it can do nothing', async () => {
    const press = vi.fn();
    const notify = vi.fn();
    const services = { notify, closeDialog: vi.fn(), selectRow: vi.fn(), httpsOnly: false };
    const screen = await render(
      <ScreenServicesContext value={services}>
        <ReasonedButton reason="The server has ended." hint="Sends it" onClick={press}>
          Send
        </ReasonedButton>
      </ScreenServicesContext>,
    );
    const button = screen.getByRole('button', { name: 'Send' });
    await expect.element(button).toHaveAccessibleDescription('The server has ended.');
    await userEvent.tab();
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard(' ');
    expect(press).not.toHaveBeenCalled();
    expect(notify).toHaveBeenCalledWith({ level: 'info', text: 'The server has ended.' });
  });
});

describe('segments', () => {
  it('say which of them is on, and hand over the one that is chosen', async () => {
    const change = vi.fn();
    const options = [
      ['form', 'Form'],
      ['json', 'JSON'],
    ] as const;
    const screen = await render(
      <Segments label="Arguments as" options={options} value="form" onChange={change} />,
    );
    const group = screen.getByRole('group', { name: 'Arguments as' });
    const pressed = group.getByRole('button', { pressed: true });
    await expect.element(pressed).toHaveTextContent('Form');
    await group.getByRole('button', { name: 'JSON' }).click();
    expect(change).toHaveBeenCalledWith('json');
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});
