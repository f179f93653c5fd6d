import { describe, expect, test } from 'vitest';
import { stringAt } from '../../app/base/json-value.ts';
import { rig, tool } from './testing/session-rig.ts';

describe('real servers of npm', () => {
  const bin = (name: string, file: string) => [`node_modules/@modelcontextprotocol/${name}/dist/${file}`];

  test('server-everything shows all its tools, answers the probe at once, and asks what it may', async () => {
    const one = rig(bin('server-everything', 'index.js'));
    const { session } = one;
    await session.start();
    expect(session.status).toMatchObject({ state: 'ready', era: 'initialize' });
    const toolNames = async () =>
      (await session.listAll('tools')).items.map((item) => stringAt(item, 'name'));
    await expect.poll(toolNames).toContain('trigger-url-elicitation');
    const names = await toolNames();
    expect(names).toEqual(
      expect.arrayContaining(['get-roots-list', 'trigger-sampling-request', 'trigger-elicitation-request']),
    );
    expect((await session.listAll('resources')).items.length).toBeGreaterThan(0);
    expect((await session.listAll('resourceTemplates')).items.length).toBeGreaterThan(0);
    expect((await session.listAll('prompts')).items.length).toBeGreaterThan(0);
    expect(names).toContain('trigger-sampling-request-async');
    const call = session.call(tool('trigger-sampling-request', { prompt: 'hi', maxTokens: 5 }));
    await one.reached(({ details }) => details.serverRequests.length === 1);
    const result = { role: 'assistant', model: 'me', content: { type: 'text', text: 'by hand' } };
    session.answer(session.details.serverRequests[0]?.requestId ?? '', { kind: 'result', result });
    expect(JSON.stringify((await call).result)).toContain('by hand');
  });

  test('server-everything gets the answer of a user as the result of a task', async () => {
    const one = rig(bin('server-everything', 'index.js'), { era: 'initialize' });
    const { session } = one;
    await session.start();
    const call = session.call(tool('trigger-elicitation-request-async'));
    await one.reached(({ details }) => details.serverRequests.length === 1);
    const answer = { kind: 'result', result: { action: 'accept', content: { name: 'by hand' } } } as const;
    session.answer(session.details.serverRequests[0]?.requestId ?? '', answer);
    expect(JSON.stringify((await call).result)).toContain('by hand');
    const methods = one.lines('server-to-client').map(({ method }) => method);
    expect(methods).toEqual(expect.arrayContaining(['tasks/get', 'tasks/result']));
  });

  test('server-everything carries out a call as a task if it is asked for one', async () => {
    const { session } = rig(bin('server-everything', 'index.js'), { era: 'initialize' });
    await session.start();
    const end = await session.call(tool('simulate-research-query', { topic: 'x' }, { ttl: 60_000 }));
    expect(end.result).toMatchObject({ task: { status: 'working' } });
    expect((await session.listAll('tasks')).items).toHaveLength(1);
  });

  test('server-filesystem keeps its folders while no roots are set', async () => {
    const { session } = rig([...bin('server-filesystem', 'index.js'), process.cwd()]);
    await session.start();
    const end = await session.call(tool('list_allowed_directories'));
    expect(JSON.stringify(end.result)).toContain(process.cwd());
  });
});
