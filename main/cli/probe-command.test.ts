import { Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { CommandEnd } from './command-end.ts';
import { addProbe, type ProbeRequest } from './probe-command.ts';

/** What these words ask for; undefined if they are refused. */
async function requested(typed: readonly string[]): Promise<ProbeRequest | undefined> {
  let request: ProbeRequest | undefined;
  const program = new Command('tierscope').enablePositionalOptions().exitOverride();
  program.configureOutput({ writeErr: () => undefined });
  addProbe(program, async (read) => {
    request = read;
  });
  try {
    await program.parseAsync(['probe', ...typed], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError || error instanceof CommandEnd)) throw error;
  }
  return request;
}

test('probe takes the options of a server, of a probe and of a report', async () => {
  const typed =
    '--call a --call b --seed 7 --budget 2 --fail-on tool,client --only T01 --out f.jsonl --dry-run --yes';
  expect(await requested([...typed.split(' '), '--', 'node', 'server.js', '--call'])).toMatchObject({
    command: 'node',
    args: ['server.js', '--call'],
    calls: ['a', 'b'],
    seed: 7,
    budgetMs: 2000,
    failOn: ['tool', 'client'],
    only: ['T01'],
    out: 'f.jsonl',
    dryRun: true,
    startsUnasked: true,
    era: 'auto',
    format: 'text',
  });
});

test.each([['--seed -1 -- node'], ['--budget soon -- node'], ['--max-duration x -- node']])(
  'probe refuses %j',
  async (typed) => {
    expect(await requested(typed.split(' '))).toBeUndefined();
  },
);
