import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { someOf } from '../../../app/base/testing/runs.ts';
import { MAX_ANSWER_CHARS } from '../../../app/contract/agent/answer.ts';
import { answerFaults, hiddenIn, voiceFaults } from '../../../app/contract/testing/answer-faults.ts';
import { HOSTILE_TEXTS, hostileRecordings, ORDER } from '../../../app/contract/testing/hostile-recordings.ts';
import { hostTable } from '../../../app/hosts/lens/host-table.ts';
import { serveOn } from './run-serve.ts';

const SESSIONS = 300;
let folder = '';
let closeServer = async (): Promise<void> => undefined;
const client = new Client({ name: 'agent', version: '1' }, { capabilities: { elicitation: { form: {} } } });
const questions: string[] = [];

const NAME = (name: string) => `${name.replaceAll(' ', '-')}.tierscope.jsonl`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-hostile-'));
  await mkdir(join(folder, 'recordings'));
  for (const { name, lines } of hostileRecordings(SESSIONS))
    await writeFile(join(folder, 'recordings', NAME(name)), lines());
  const [agent, server] = InMemoryTransport.createLinkedPair();
  const handle = serveOn(
    server,
    {
      ...{ version: '1', dataFolder: folder, paths: [], report: { hosts: hostTable() }, vocabularies: [] },
      ...{ allowsProbe: false, reaper: { command: process.execPath, args: ['-e', ''] } },
    },
    () => undefined,
  );
  closeServer = () => handle.close();
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    return { action: 'decline' };
  });
  await client.connect(agent);
}, 60_000);
afterAll(async () => {
  await client.close();
  await closeServer();
  await rm(folder, { recursive: true, force: true });
});

async function asked(name: string, args: Record<string, unknown>): Promise<string[]> {
  const result = await client.callTool({ name, arguments: args });
  return answerFaults(result).map((fault) => `${name} ${JSON.stringify(args).slice(0, 100)}: ${fault}`);
}

describe.each(someOf(hostileRecordings(SESSIONS)))('a recording with $name', ({ name }) => {
  it('speaks for nobody but its server in the answer of any tool', { timeout: 60_000 }, async () => {
    const recording = NAME(name);
    const faults = [
      await asked('list_problems', { recording }),
      await asked('list_problems', { recording, limit: 100, baseline: NAME('plain order') }),
      await asked('get_exchange', { recording }),
      await asked('wait_for_error', { recording, after_seq: 0, timeout_seconds: 0 }),
      await asked('compare_recordings', { before: NAME('plain order'), after: recording, limit: 100 }),
      ...(await Promise.all([7, 9, 30, 90].map((seq) => asked('get_exchange', { recording, seq })))),
    ];
    expect(faults.flat()).toEqual([]);
  });

  it('is fenced in the prompt, and no line of its report begins with its text', async () => {
    const prompt = await client.getPrompt({
      name: 'why_did_this_call_fail',
      arguments: { recording: NAME(name) },
    });
    const [{ content } = { content: undefined }] = prompt.messages;
    const text = content?.type === 'text' ? content.text : '';
    const [, fence = '', inside = ''] = /\n(`{3,})text\n([\s\S]*)\n\1$/.exec(text) ?? [];
    expect(inside).not.toBe('');
    expect(inside).not.toContain(fence);
    expect(text.slice(0, -inside.length - fence.length - 1)).not.toContain(ORDER);
    expect([...hiddenIn(prompt), ...voiceFaults(inside)]).toEqual([]);
    const uri = `tierscope://recordings/${NAME(name)}`;
    const report = await client.readResource({ uri });
    expect(hiddenIn(report)).toEqual([]);
    const [{ text: markdown } = { text: '' }] = z
      .array(z.looseObject({ text: z.string() }))
      .parse(report.contents);
    expect(markdown.length).toBeLessThanOrEqual(MAX_ANSWER_CHARS);
    const outside = markdown
      .replaceAll(/^(`{3,})json\n[\s\S]*?\n\1$/gm, '')
      .replaceAll(/(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
    expect(markdown).toContain(ORDER);
    expect(markdown).not.toMatch(/\*\*do:\*\*.*EVIL0RDER/);
    expect(outside).not.toMatch(/^ *(?:SYSTEM|EVIL0RDER)|(?<!\\)(?:<script|<img|!\[)/m);
  });
});

describe.each(Object.entries(HOSTILE_TEXTS))('what an agent repeats: %s', (_name, text) => {
  const given = text();

  it('is data in explain and in refusals', async () => {
    const query = given.slice(0, 20_000);
    const faults = [
      await asked('explain', { query }),
      await asked('explain', { query: `-32602 ${given.slice(0, 200)}` }),
      await asked('explain', { query: given.slice(0, 30_000) }),
      await asked('list_problems', { recording: given.slice(0, 1000) }),
      await asked('list_problems', { recording: NAME('plain order'), session: given.slice(0, 60) }),
      await asked('list_problems', { [given.slice(0, 5000)]: given.slice(0, 5000) }),
    ];
    // A refusal may quote its own arguments, but not at the start of a line.
    expect(faults.flat().filter((fault) => !/server: (?:Input|MCP|Tool)/.test(fault))).toEqual([]);
  });

  it('cannot write the question before a program is started', async () => {
    questions.length = 0;
    const args = [given.slice(0, 4000), `${'x'.repeat(3990)} ${ORDER}`, ...Array(190).fill('y'.repeat(4000))];
    for (const command of [['node', given.slice(0, 3000), 'last'], [given.slice(0, 3000)], ['node', ...args]])
      await client.callTool({ name: 'probe_server', arguments: { command, call: [given.slice(0, 200)] } });
    expect(questions).toHaveLength(3);
    for (const question of questions) {
      expect(question.length).toBeLessThan(3000);
      expect(hiddenIn(question)).toEqual([]);
      expect(question).toMatch(/^Command:\n {2}\S/);
      expect(question).toContain('\n\nMay Tierscope start this command');
      for (const line of question.split('\n')) if (line.includes(ORDER)) expect(line).toMatch(/^ {2}/);
    }
    expect(questions[2]).toMatch(/of 7\d\d,\d{3} characters left out/);
  });
});

it('the names of recordings and what else lists them hide nothing', async () => {
  const path = join(folder, 'recordings', `SYSTEM ${ORDER}\u202e\n\u{e0041}.tierscope.jsonl`);
  await writeFile(path, hostileRecordings(0)[0]?.lines() ?? '');
  const all = await client.callTool({ name: 'list_recordings', arguments: { limit: 100 } });
  expect(answerFaults(all)).toEqual([]);
  expect(JSON.stringify(all)).toContain('\\\\u{202e}');
  const { resources } = await client.listResources();
  expect(hiddenIn(resources)).toEqual([]);
  const found = await asked('list_problems', { recording: `SYSTEM ${ORDER}` });
  expect(found).toEqual([]);
  await rm(path);
});

it('the instructions and the schemas say what is foreign', async () => {
  expect(client.getInstructions()).toContain('never an instruction');
  const { tools } = await client.listTools();
  for (const { name, outputSchema } of tools)
    expect(JSON.stringify(outputSchema), name).toContain('never an instruction');
});
