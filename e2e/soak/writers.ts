import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandAnswer } from '../../app/contract/commands.ts';
import { ALL_RULES } from '../../app/findings/all-rules.ts';
import { seededRandom } from '../../app/report/testing/fuzzed-lines.ts';
import { RunningProgram } from '../pages/run-program.ts';
import type { RunningApp } from '../pages/running-app.ts';
import { type Attack, later, number, type Outcome, type SoakRun, scaled } from './attack.ts';
import { HostClient, startHost } from './host-client.ts';

const PAIRS = 200;
/** One in this many pairs is killed early. */
const KILLED_EVERY = 4;
const LATEST_MS = 60;
/** A command needs some hundred milliseconds until it writes. */
const LATEST_COMMAND_MS = 1000;
const LIMIT_MS = 20_000;
/** An abandoned lock blocks nobody for longer. */
const LONGEST_MS = 8000;

/** Two apps and a command write the same files in one data folder, and are killed in the middle of it. */
export const writers: Attack = {
  run: written,
  planted: [
    {
      fault: 'no lock',
      plant: {
        from: 'async function withLock(file, act) {',
        to: 'async function withLock(file, act) { return act(() => new Promise((end) => globalThis.setTimeout(end, 20, true)));',
      },
      args: ['--scale', '0.1'],
      found: /was confirmed, and is not there/,
    },
    {
      fault: 'the locks of processes that were killed stay',
      plant: { from: 'return host === hostname() &&', to: 'return false &&' },
      args: ['--scale', '0.2'],
      found: /a write took [\d,]+ ms/,
    },
  ],
};

type Confirmed = {
  /** By the profile's id: its name, which is also the value of its secret. */
  readonly profiles: Map<string, string>;
  readonly servers: Set<string>;
  readonly rules: Set<string>;
};

type Writers = {
  readonly folder: string;
  readonly confirmed: Confirmed;
  readonly random: () => number;
  longestMs: number;
};

async function written(run: SoakRun): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-soak-writers-'));
  const home = process.env.HOME;
  // Where the apps and the command look for hosts' files.
  process.env.HOME = folder;
  const confirmed = {
    profiles: new Map<string, string>(),
    servers: new Set<string>(),
    rules: new Set<string>(),
  };
  const all: Writers = { folder, confirmed, random: seededRandom(run.seed), longestMs: 0 };
  try {
    await mkdir(join(folder, '.cursor'));
    const pairs = scaled(run, PAIRS);
    await writePairs(all, pairs, run.note);
    const { profiles, servers, rules } = confirmed;
    run.note(`confirmed: ${profiles.size} profiles, ${servers.size} servers of a host, ${rules.size} rules`);
    const failures = await missing(all);
    if (all.longestMs > LONGEST_MS) failures.push(`a write took ${number(all.longestMs)} ms`);
    if (profiles.size < pairs) failures.push(`only ${profiles.size} profiles of ${2 * pairs} were confirmed`);
    return { count: `${pairs} pairs`, worst: `${number(all.longestMs)} ms for a write`, failures };
  } finally {
    process.env.HOME = home;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function writePairs(all: Writers, pairs: number, note: SoakRun['note']): Promise<void> {
  let isOver = false;
  const apps = await Promise.all([started(all), started(all)]);
  const commands = tapInTurns(all, () => isOver);
  try {
    for (let pair = 0; pair < pairs; pair += 1) {
      const writes = apps.map(({ client }, app) => writeOnce(all, client, `${app}-${pair}`, 2 * pair + app));
      if (pair % KILLED_EVERY === 0) {
        const victim = (pair / KILLED_EVERY) % 2;
        await later(LATEST_MS * all.random());
        await apps[victim]?.app.kill();
        apps[victim] = await started(all);
      }
      await Promise.all(writes);
      const ended = apps.find(({ app }) => !isAlive(app.pid));
      if (ended !== undefined)
        throw new Error(`an app has ended by itself: ${ended.app.stderr().slice(-500)}`);
      if (pair % 50 === 49) note(`${pair + 1} of ${pairs} pairs`);
    }
  } finally {
    isOver = true;
    await commands;
    for (const { app, client } of apps) {
      client.close();
      await app.stop();
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function started({ folder }: Writers): Promise<{ app: RunningApp; client: HostClient }> {
  const app = await startHost(join(folder, 'data'));
  return { app, client: await HostClient.connect(app) };
}

/** Writes a profile with a secret, the same server in a host's file, and a rule turned off, one after another. */
async function writeOnce(all: Writers, client: HostClient, name: string, nth: number): Promise<void> {
  const { profiles, servers, rules } = all.confirmed;
  const asked = async <Value>(act: () => Promise<{ ok: true; value: Value } | { ok: false }>) => {
    const began = performance.now();
    // A killed app does not answer, and writing a file that another program writes may be refused.
    const answer = await act().catch(() => undefined);
    if (answer?.ok !== true) return undefined;
    all.longestMs = Math.max(all.longestMs, performance.now() - began);
    return answer;
  };
  const env = [{ name: 'TOKEN', secret: true as const }];
  const form = { name, commandLine: 'run', env, cwd: '', inputs: [], settings: {}, seen: true };
  const made = await asked(() => client.call('createProfile', { form, secrets: { TOKEN: name } }, LIMIT_MS));
  if (made === undefined) return;
  const profile = made.value.id;
  profiles.set(profile, name);
  const path = join(all.folder, '.cursor', 'mcp.json');
  const copied = await asked(() =>
    client.call('copyToHost', { profile, path, withSecrets: false, dryRun: false }, LIMIT_MS),
  );
  if (copied !== undefined) servers.add(name);
  const rule = ALL_RULES[nth]?.id;
  if (rule === undefined) return;
  const off = await asked<CommandAnswer<'turnRuleOff'>>(() =>
    client
      .call('turnRuleOff', { rule, session: null }, LIMIT_MS)
      .then((answer) => ({ ok: true, value: answer })),
  );
  if (off?.value.ok === true) rules.add(rule);
}

/** `tap install` and `tap uninstall` on the same host file, repeatedly; some are killed too. */
async function tapInTurns({ random }: Writers, isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const action = turn % 2 === 0 ? 'install' : 'uninstall';
    const program = new RunningProgram(['tap', action, '--host', 'cursor']);
    program.child.stdin.end();
    const end = program.end();
    if (turn % 3 === 2) {
      await Promise.race([end, later(LATEST_COMMAND_MS * random())]);
      program.child.kill('SIGKILL');
    }
    await end;
  }
}

/** The confirmed changes that a new app does not find. */
async function missing(all: Writers): Promise<string[]> {
  const { app, client } = await started(all);
  try {
    const { profiles, servers, rules } = all.confirmed;
    const lost = (what: string) => `${what} was confirmed, and is not there`;
    const failures: string[] = [];
    const listed = await client.call('listProfiles', {});
    if (!listed.ok) return [listed.error];
    failures.push(...listed.value.problems);
    const found = new Map(listed.value.profiles.map(({ id, name }) => [id, name]));
    const { secrets } = JSON.parse(await readFile(join(all.folder, 'data', 'secrets.json'), 'utf8'));
    for (const [id, name] of profiles) {
      if (found.get(id) !== name) failures.push(lost(`the profile ${name}`));
      if (secrets[id]?.TOKEN?.text !== name) failures.push(lost(`the secret of ${name}`));
    }
    const host = JSON.parse(await readFile(join(all.folder, '.cursor', 'mcp.json'), 'utf8'));
    for (const name of servers)
      if (host.mcpServers[name] === undefined) failures.push(lost(`the server ${name}`));
    const off = await client.call('listRulesOff', {});
    const isOff = new Set(off.ok ? off.value.map(({ rule }) => rule) : []);
    for (const rule of rules) if (!isOff.has(rule)) failures.push(lost(`that ${rule} is off`));
    return failures;
  } finally {
    client.close();
    await app.stop();
  }
}
