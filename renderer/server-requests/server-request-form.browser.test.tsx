import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ServerRequest } from '../../app/contract/session-info.ts';
import { useServerRequests } from '../state/server-requests/server-requests-store.ts';
import { attachStubHost, EMPTY_SESSION } from '../state/testing/stub-host.ts';
import { axeViolations } from '../ui/testing/axe-violations.ts';
import { ServerRequestForm } from './server-request-form.tsx';

const answerServerRequest = vi.fn();

beforeEach(() => {
  answerServerRequest.mockReset();
  answerServerRequest.mockResolvedValue({ ok: true, value: null });
  attachStubHost({ answerServerRequest });
  useServerRequests.setState({ drafts: {} });
});

const ELICITATION: ServerRequest = {
  requestId: 'a1',
  method: 'elicitation/create',
  params: {
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
  seq: 9,
  via: 'request',
  key: '',
};

const SAMPLING: ServerRequest = {
  ...ELICITATION,
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'Sum it up' } }],
    systemPrompt: 'Be brief',
    maxTokens: 100,
  },
};

async function drawn(serverRequest: ServerRequest, over = false) {
  const screen = await render(
    <ServerRequestForm info={EMPTY_SESSION} serverRequest={serverRequest} over={over} />,
  );
  const form = screen.getByRole('form', { name: `Answer ${serverRequest.method} a1` });
  return { screen, form };
}

const answers = () => answerServerRequest.mock.calls.map(([input]) => input.answer);

describe('the form of an elicitation', () => {
  it('shows the question and sends the values that are asked for', async () => {
    const { screen, form } = await drawn(ELICITATION);
    await expect.element(form.getByText('Who are you?')).toBeVisible();
    await form.getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
    expect(await axeViolations(screen.container)).toEqual([]);
    await form.getByRole('button', { name: 'Accept' }).click();
    await expect
      .poll(answers)
      .toEqual([{ kind: 'result', result: { action: 'accept', content: { name: 'Ada' } } }]);
  });

  it('is sent with Ctrl+Enter', async () => {
    const { form } = await drawn(ELICITATION);
    await form.getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => answers().length).toBe(1);
  });

  it.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
    ['Never answer', 'silent'],
  ])('can end with %s', async (label, kind) => {
    const { form } = await drawn(ELICITATION);
    await form.getByRole('button', { name: label, exact: true }).click();
    await expect.poll(answers).toEqual([{ kind }]);
  });

  it('is only dismissed once nobody waits any more', async () => {
    const { form } = await drawn(ELICITATION, true);
    await expect.element(form.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  });

  it('keeps what was written in one way while another is shown', async () => {
    const { form } = await drawn(ELICITATION);
    await form.getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
    const ways = form.getByRole('group', { name: 'Answer as' });
    await ways.getByRole('button', { name: 'Error' }).click();
    await expect.element(form.getByRole('button', { name: 'Send error' })).toBeVisible();
    await ways.getByRole('button', { name: 'JSON' }).click();
    await expect.element(form.getByRole('textbox').first()).toHaveValue('{\n  "name": "Ada"\n}');
    await ways.getByRole('button', { name: 'Form' }).click();
    await expect.element(form.getByRole('textbox', { name: 'name', exact: true })).toHaveValue('Ada');
  });
});

describe('the form of a sampling request', () => {
  it('shows what the server wants to say to a model, and offers no Cancel', async () => {
    const { screen, form } = await drawn(SAMPLING);
    await expect.element(form.getByText('Sum it up')).toBeVisible();
    await expect.element(form.getByText('Be brief')).toBeInTheDocument();
    await expect.element(form.getByRole('button', { name: 'Refuse' })).toBeVisible();
    expect(form.getByRole('button', { name: 'Cancel', exact: true }).elements()).toEqual([]);
    expect(await axeViolations(screen.container)).toEqual([]);
  });
});

describe('the form of a roots request', () => {
  const ROOTS: ServerRequest = { ...ELICITATION, method: 'roots/list', params: {} };

  it('takes the folder of the server, a name, and warns of what is no URI', async () => {
    const { screen, form } = await drawn(ROOTS);
    const roots = form.getByRole('group', { name: 'Roots' });
    await expect.element(roots.getByText(/^No roots/)).toBeVisible();
    await roots.getByRole('button', { name: "Add the server's folder" }).click();
    await expect.element(roots.getByRole('textbox', { name: 'URI of root 1' })).toHaveValue('file:///work');
    await roots.getByRole('textbox', { name: 'Name of root 1' }).fill('Work');
    await roots.getByRole('button', { name: 'Add a root' }).click();
    await roots.getByRole('textbox', { name: 'URI of root 2' }).fill('work');
    await expect.element(roots.getByRole('status')).toHaveTextContent(/^This is no URI/);
    expect(await axeViolations(screen.container)).toEqual([]);
    await roots.getByRole('button', { name: 'Remove root 2' }).click();
    await expect.element(roots.getByRole('status')).not.toBeInTheDocument();
    await roots.getByRole('textbox', { name: 'URI of root 1' }).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect
      .poll(() => answers()[0])
      .toEqual({ kind: 'result', result: { roots: [{ uri: 'file:///work', name: 'Work' }] } });
  });
});

describe('the form of an elicitation that sends its user to an address', () => {
  const visit = (url: string): ServerRequest => ({
    ...ELICITATION,
    params: { mode: 'url', message: 'Please sign in', url, elicitationId: 'e1' },
  });

  it('shows the whole address, opens it in another window, and accepts without content', async () => {
    const { screen, form } = await drawn(visit('https://example.com/sign-in?id=7'));
    await expect.element(form.getByText('Please sign in')).toBeVisible();
    await expect.element(form).toHaveTextContent('https://example.com/sign-in?id=7');
    const link = form.getByRole('link', { name: 'Open example.com in the browser' });
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noreferrer noopener');
    expect(await axeViolations(screen.container)).toEqual([]);
    await form.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(answers).toEqual([{ kind: 'result', result: { action: 'accept' } }]);
  });

  it('opens an address without TLS only after it was allowed', async () => {
    const { form } = await drawn(visit('http://example.com/'));
    await expect.element(form.getByRole('list', { name: 'Look at this before you open it' })).toBeVisible();
    await expect.element(form.getByRole('button', { name: /^Open/ })).toBeDisabled();
    await form.getByRole('checkbox', { name: /Allow this address/ }).click();
    await expect.element(form.getByRole('link', { name: /^Open example.com/ })).toBeVisible();
  });

  it('never opens what is no web address', async () => {
    const { form } = await drawn(visit('javascript:alert(1)'));
    await expect.element(form.getByRole('button', { name: /^Open/ })).toBeDisabled();
    expect(form.getByRole('link').elements()).toEqual([]);
    expect(form.getByRole('checkbox', { name: /Allow this address/ }).elements()).toEqual([]);
  });
});
