import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { answerFaults, hiddenIn, voiceFaults } from '../../app/contract/testing/answer-faults.ts';
import { HOSTILE_TEXTS, hostileRecordings } from '../../app/contract/testing/hostile-recordings.ts';
import { CLI } from '../pages/run-program.ts';
import { scriptedWords } from '../servers/server-paths.ts';
import { type Attack, chosen, number, type Outcome, type SoakRun, scaled } from './attack.ts';

const LIMIT_MS = 60_000;
const MAX_SESSIONS = 20_000;

/** Recordings and a server full of instructions, queried like a coding agent: none may pass as Tierscope's own. */
export const agents: Attack = {
  run: askedAbout,
  planted: [
    {
      fault: 'texts of others without their bar',
      plant: 'no-bars',
      args: ['--scale', '0.1', '--kind', 'line feeds'],
      found: /list_problems .*: speaks for the server/,
    },
    {
      fault: 'characters that are hidden again',
      plant: 'hidden-characters',
      args: ['--scale', '0.1', '--kind', 'order of characters'],
      found: /U\+202e is hidden in/,
    },
    {
      fault: 'an answer without an end',
      plant: 'endless-answer',
      args: ['--scale', '0.1', '--kind', 'plain order'],
      found: /its text has \d{5,} characters/,
    },
    {
      fault: 'data that names nothing as foreign',
      plant: 'nothing-foreign',
      args: ['--scale', '0.1', '--kind', 'plain order'],
      found: /\/problems\/\*\/message holds what the server says, and is not named as foreign/,
    },
  ],
};

async function askedAbout(run: SoakRun): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-soak-agents-'));
  const failures: string[] = [];
  let longest = 0;
  let asked = 0;
  const client = await agentOf(folder);
  const ask = async (about: string, name: string, args: Record<string, unknown>): Promise<void> => {
    const started = Date.now();
    const result = await client.callTool({ name, arguments: args }, { timeout: LIMIT_MS });
    longest = Math.max(longest, Date.now() - started);
    asked += 1;
    for (const fault of answerFaults(result))
      failures.push(`${about}, ${name} ${JSON.stringify(args)}: ${fault}`);
  };
  try {
    const recordings = chosen(run, hostileRecordings(scaled(run, MAX_SESSIONS)));
    for (const [index, { name, lines }] of recordings.entries()) {
      run.note(name);
      const recording = `hostile-${index}.tierscope.jsonl`;
      await writeFile(join(folder, 'recordings', recording), lines());
      await ask(name, 'list_problems', { recording, limit: 100 });
      for (const seq of [undefined, 3, 7, 9, 40, 80, 100])
        await ask(name, 'get_exchange', { recording, seq });
      await ask(name, 'wait_for_error', { recording, after_seq: 0, timeout_seconds: 0 });
      await ask(name, 'compare_recordings', { before: recording, after: recording });
      await ask(name, 'list_recordings', { limit: 100 });
      failures.push(
        ...(await promptFaults(client, recording)).map((fault) => `${name}, the prompt: ${fault}`),
      );
    }
    const texts = join(folder, 'texts.json');
    await writeFile(
      texts,
      JSON.stringify(Object.values(HOSTILE_TEXTS).map((text) => text().slice(0, 20_000))),
    );
    const command = scriptedWords('hostile', 'http://127.0.0.1:1', texts);
    await ask('a server', 'probe_server', { command, budget_seconds: scaled(run, 30) });
    const count = `${recordings.length} recordings, ${number(asked)} answers`;
    return { count, worst: `${number(longest)} ms for one`, failures: failures.slice(0, 20) };
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A client of `tierscope serve` on a data folder, which may start programs. */
async function agentOf(folder: string): Promise<Client> {
  await mkdir(join(folder, 'recordings'));
  const [command, ...args] = [...CLI, 'serve', '--data', folder, '--allow-probe'];
  const client = new Client({ name: 'agent', version: '1' });
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
  return client;
}

async function promptFaults(client: Client, recording: string): Promise<string[]> {
  const { messages } = await client.getPrompt(
    { name: 'why_did_this_call_fail', arguments: { recording } },
    { timeout: LIMIT_MS },
  );
  const text = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
  const isFenced = /\n(`{3,})text\n(?:(?!\1)[\s\S])*\n\1$/.test(text);
  return [...hiddenIn(text), ...voiceFaults(text), ...(isFenced ? [] : ['is not between fences'])];
}
