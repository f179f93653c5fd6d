import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ServerRequest } from '../../../app/contract/session-info.ts';
import { useFocusTarget } from '../../state/screen/focus-targets.ts';
import { cannedAnswers } from '../../state/server/canned-answers.ts';
import { useServerRequests } from '../../state/server/server-requests-store.ts';
import { attachStubHost, EMPTY_SESSION } from '../../state/testing/stub-host.ts';
import { axeViolations } from '../../ui/testing/axe-violations.ts';
import { ServerRequestForm } from './server-request-form.tsx';

const answerServerRequest = vi.fn();
const configure = vi.fn();

beforeEach(() => {
  answerServerRequest.mockReset();
  answerServerRequest.mockResolvedValue({ ok: true, value: null });
  configure.mockReset();
  configure.mockResolvedValue({ ok: true, value: null });
  attachStubHost({ answerServerRequest, configure });
  useServerRequests.setState({ drafts: {} });
  cannedAnswers.useEntries.setState([], true);
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

function LogStub({ give }: { readonly give: () => void }) {
  const part = useRef<HTMLDivElement>(null);
  useFocusTarget('log', part, give);
  return <div ref={part} />;
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

  it('gives the focus to the log once it is answered', async () => {
    const log = vi.fn();
    const { form } = await drawn(ELICITATION);
    await render(<LogStub give={log} />);
    await form.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect.poll(() => log.mock.calls.length).toBe(1);
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

describe('every form', () => {
  it('can answer with an error, whatever its code', async () => {
    const { screen, form } = await drawn(ELICITATION);
    await form.getByRole('button', { name: 'Error' }).click();
    const send = form.getByRole('button', { name: 'Send error' });
    await form.getByRole('textbox', { name: 'Code' }).fill('soon');
    await expect.element(form.getByRole('status')).toHaveTextContent(/^The code must be a number/);
    await expect.element(send).toBeDisabled();
    await form.getByRole('textbox', { name: 'Code' }).fill('-7');
    await form.getByRole('textbox', { name: 'Data' }).fill('{"retry":');
    await expect.element(form.getByRole('status')).toHaveTextContent(/^The data is not JSON\. Line 1/);
    await form.getByRole('textbox', { name: 'Data' }).fill('{"retry":true}');
    await form.getByRole('textbox', { name: 'Message' }).fill('not now');
    expect(await axeViolations(screen.container)).toEqual([]);
    await send.click();
    await expect
      .poll(answers)
      .toEqual([{ kind: 'error', code: -7, message: 'not now', data: { retry: true } }]);
  });

  it('can answer with a whole result, as it is written', async () => {
    const { form } = await drawn(ELICITATION);
    await form.getByRole('button', { name: 'Whole result' }).click();
    const text = form.getByRole('textbox', { name: 'Whole result (JSON)' });
    await text.fill('{"action":');
    await expect.element(text).toHaveAttribute('aria-invalid', 'true');
    await expect.element(form.getByRole('button', { name: 'Send result' })).toBeDisabled();
    await text.fill('{"action":"later"}');
    await form.getByRole('button', { name: 'Send result' }).click();
    await expect.poll(answers).toEqual([{ kind: 'result', result: { action: 'later' } }]);
  });

  it('can make its answer the policy of the session', async () => {
    const { form } = await drawn(ELICITATION);
    await form.getByRole('checkbox', { name: 'Always answer elicitation this way' }).click();
    await form.getByRole('button', { name: 'Decline' }).click();
    await expect.poll(answers).toEqual([{ kind: 'decline' }]);
    const settings = { answers: { elicitation: { kind: 'decline' } } };
    expect(configure).toHaveBeenCalledExactlyOnceWith({ session: 's1', settings });
  });

  it('sends one answer only', async () => {
    answerServerRequest.mockReturnValue(new Promise(() => undefined));
    const { form } = await drawn(ELICITATION);
    await form.getByRole('textbox', { name: 'name', exact: true }).fill('Ada');
    await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}');
    for (const name of ['Accept', 'Decline', 'Cancel', 'Never answer'])
      await expect.element(form.getByRole('button', { name, exact: true })).toBeDisabled();
    expect(answers()).toHaveLength(1);
  });

  it('keeps answers under a name, which can be loaded, deleted and taken back', async () => {
    const { screen, form } = await drawn(ELICITATION);
    const field = form.getByRole('textbox', { name: 'name', exact: true });
    await field.fill('Ada');
    await form.getByText('Canned answers').click();
    await form.getByRole('textbox', { name: 'Name for this answer' }).fill('the countess');
    await userEvent.keyboard('{Enter}');
    const kept = form.getByRole('list', { name: 'Canned answers to elicitation/create' });
    await expect.element(kept).toHaveTextContent(/the countess.*Ada/);
    await expect.element(form.getByText('Canned answers (1)')).toBeVisible();
    expect(answers()).toEqual([]);
    expect(await axeViolations(screen.container)).toEqual([]);
    await field.fill('Grace');
    await kept.getByRole('button', { name: /^the countess/ }).click();
    await expect.element(field).toHaveValue('Ada');
    await kept.getByRole('button', { name: 'Delete the countess' }).click();
    await expect.element(kept).not.toBeInTheDocument();
    await form.getByRole('button', { name: 'Undo' }).click();
    await expect.element(kept).toHaveTextContent('the countess');
  });

  it('does not keep an answer that cannot be sent', async () => {
    const { form } = await drawn(ELICITATION);
    await form.getByRole('button', { name: 'JSON' }).click();
    await form.getByRole('textbox', { name: 'Content (JSON)' }).fill('[');
    await form.getByText('Canned answers').click();
    await expect.element(form.getByText('An answer that cannot be sent cannot be kept.')).toBeVisible();
  });
});

it('the form of a ping sends an empty result', async () => {
  const { form } = await drawn({ ...ELICITATION, method: 'ping', params: {} });
  await expect.element(form.getByText('The server asks whether the client is there.')).toBeVisible();
  await form.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect.poll(answers).toEqual([{ kind: 'result', result: {} }]);
});

describe('the form of a sampling request', () => {
  it('sends a text as the answer of the model that the server would like best', async () => {
    const modelPreferences = { hints: [{ name: 'small' }], speedPriority: 1 };
    const { form } = await drawn({ ...SAMPLING, params: { ...SAMPLING.params, modelPreferences } });
    await expect.element(form.getByText('small · speedPriority 1')).toBeVisible();
    await expect.element(form.getByRole('textbox', { name: 'Model' })).toHaveValue('small');
    await form.getByRole('textbox', { name: 'Text' }).fill('It is short.');
    await form.getByRole('combobox', { name: 'Role' }).selectOptions('user');
    await form.getByRole('combobox', { name: 'Stop reason' }).fill('maxTokens');
    await form.getByRole('button', { name: 'Send answer' }).click();
    const content = { type: 'text', text: 'It is short.' };
    await expect
      .poll(() => answers()[0]?.result)
      .toEqual({ role: 'user', content, model: 'small', stopReason: 'maxTokens' });
  });

  it('sends the use of one of the tools, with a form for its input', async () => {
    const tools = [
      { name: 'sum', inputSchema: { type: 'object', properties: { first: { type: 'integer' } } } },
    ];
    const { screen, form } = await drawn({ ...SAMPLING, params: { ...SAMPLING.params, tools } });
    await expect.element(form.getByText('One tool: sum')).toBeVisible();
    const choice = form.getByRole('combobox', { name: 'The model answers with' });
    await choice.selectOptions('the use of sum');
    await form.getByRole('textbox', { name: 'first', exact: true }).fill('2');
    expect(await axeViolations(screen.container)).toEqual([]);
    await form.getByRole('button', { name: 'Send answer' }).click();
    const content = [{ type: 'tool_use', id: 'call_sum', name: 'sum', input: { first: 2 } }];
    await expect.poll(() => answers()[0]?.result).toMatchObject({ content, stopReason: 'toolUse' });
    await choice.selectOptions('a text');
    await expect.element(form.getByRole('textbox', { name: 'Text' })).toHaveValue('');
    await expect.element(form.getByRole('combobox', { name: 'Stop reason' })).toHaveValue('endTurn');
  });

  it('shows the uses of tools and their results among the messages', async () => {
    const messages = [
      { role: 'assistant', content: { type: 'tool_use', id: 'u1', name: 'sum', input: { first: 2 } } },
      { role: 'user', content: [{ type: 'tool_result', toolUseId: 'u1', content: [], isError: true }] },
      { role: 'assistant', content: { type: 'text', text: 'It failed.' } },
    ];
    const { form } = await drawn({ ...SAMPLING, params: { messages, maxTokens: 1 } });
    await expect
      .element(form.getByRole('group', { name: 'Message of the assistant' }).first())
      .toHaveTextContent(/uses the tool sum/);
    await expect
      .element(form.getByRole('group', { name: 'Message of the user' }))
      .toHaveTextContent(/the result of u1, an error/);
    expect(await axeViolations(form.element())).toEqual([]);
  });

  it('shows the last valid result while the whole result cannot be read', async () => {
    const { form } = await drawn({ ...SAMPLING, params: {} });
    await expect.element(form.getByText('The request has no messages.')).toBeVisible();
    await form.getByRole('button', { name: 'Whole result' }).click();
    const text = form.getByRole('textbox', { name: 'Whole result (JSON)' });
    await text.fill('{"content":{"type":"image"}}');
    await form.getByRole('button', { name: 'Form' }).click();
    await expect.element(form.getByText(/^This content has another shape than a text/)).toBeVisible();
    await form.getByRole('button', { name: 'Whole result' }).click();
    await text.fill('{');
    await form.getByRole('button', { name: 'Form' }).click();
    await expect.element(form.getByText(/Correct the text in the whole result\.$/)).toBeVisible();
    await expect.element(form.getByRole('textbox', { name: 'Model' })).toBeDisabled();
    await expect.element(form.getByRole('button', { name: 'Send answer' })).toBeDisabled();
  });

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
