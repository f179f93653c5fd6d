import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DESKTOP, madeHome } from '../checks/hosts/testing/made-home.ts';
import { confirmedServer } from './logged-server.ts';

const LOG = `2026-04-03T08:20:31.000Z [other] [info] Initializing server...
2026-04-03T08:20:33.103Z [post] [info] Initializing server...
2026-04-03T08:20:33.105Z [post] [info] Using MCP server command: post-mcp with args and path: {
  metadata: {
    args: [ '--all', [length]: 1 ],
    paths: [
      '/opt/one/bin',
      '/usr/bin',
      [length]: 2
    ]
  }
} %o
Failed to spawn process: No such file or directory
2026-04-03T08:20:33.111Z [post] [info] Server transport closed
`;

async function asked(more: object, answer?: string) {
  const home = await madeHome();
  await home.write('a.log', LOG);
  await home.config(DESKTOP, 'mcpServers', { other: home.server('other') });
  const questions: string[] = [];
  const askUser = async (question: string) => {
    questions.push(question);
    return answer ?? '';
  };
  const dataFolder = join(home.home, 'data');
  const asking = { askUser: answer === undefined ? undefined : askUser };
  const options = { log: join(home.home, 'a.log'), place: home.place, dataFolder, ...asking, ...more };
  return { questions, server: await confirmedServer(options).catch(({ message }) => message), home };
}

it('takes the command and the PATH of the last start that failed, once both were shown and confirmed', async () => {
  const { server, questions } = await asked({}, 'y');
  expect(server).toMatchObject({ command: 'post-mcp', env: { PATH: '/opt/one/bin:/usr/bin' } });
  expect(questions).toEqual([expect.stringContaining('env PATH=/opt/one/bin:/usr/bin post-mcp')]);
  expect((await asked({}, 'n')).server).toContain('not confirmed');
  expect((await asked({})).server).toContain('--yes');
});

it('takes the command of a server that the log only names from the file of its host', async () => {
  const { server, home } = await asked({ server: 'other', startsUnasked: true });
  expect(server).toMatchObject(home.server('other').args === undefined ? {} : { command: process.execPath });
});

it('names the servers of the log if the one that was asked for is not among them', async () => {
  expect((await asked({ server: 'nobody' })).server).toMatch(/no server "nobody". It has: other, post\./);
});
