import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allHosts } from '../../app/hosts/all-hosts.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import { hostSamples } from '../../app/hosts/testing/host-samples.ts';
import { ProfileStore } from '../profiles/profile-store.ts';
import { plainSecretBox } from '../profiles/secret-box.ts';
import { yamlTool } from '../profiles/yaml-tool.ts';
import { hostFileCommands } from './profile-commands.ts';
import { EventFeed } from './tabs.ts';

const GOOSE = `# mine
extensions:
  # reads notes
  notes:
    type: stdio
    name: notes
    enabled: true
    cmd: uvx
    args: [notes-mcp]
other: [1, 2]
`;
const samples = new Map<string, string>(Object.entries({ ...hostSamples, goose: GOOSE }));
const hosts = allHosts(yamlTool);

let home: string;
let place: HostPlace;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'every-host-'));
  place = { platform: 'linux', home, env: {} };
});
afterEach(() => rm(home, { recursive: true, force: true }));

function commands() {
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `p${ids}`;
  };
  const store = new ProfileStore({ folder: join(home, 'data'), secretBox: plainSecretBox, newId });
  return hostFileCommands({ store, feed: new EventFeed(), place });
}

/** Puts the host's sample at the path of the host's file; returns the path. */
async function placed(id: string): Promise<string> {
  const host = hosts.find((one) => one.id === id);
  const path = host?.files(place).find(({ scope }) => scope === 'user')?.path ?? '';
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, samples.get(id) ?? '');
  return path;
}

test('there is a sample of every host', () => {
  expect([...samples.keys()].sort()).toEqual(hosts.map(({ id }) => id).sort());
});

test.each([...samples.keys()])(
  'the servers of %s are imported, and a copy back changes nothing but its own server',
  async (id) => {
    const path = await placed(id);
    const before = await readFile(path, 'utf8');
    const host = commands();
    const found = await host.discoverHosts({});
    const file = found.ok ? found.value.find((one) => one.path === path) : undefined;
    expect(file).toMatchObject({ host: id, problems: [] });
    const sound = file?.servers.filter(({ unsupported }) => unsupported === '') ?? [];
    expect(sound.length).toBeGreaterThan(0);
    const servers = sound.map(({ at }) => ({ path, at: [...at] }));
    const taken = await host.importFromHost({ servers, answers: {}, update: false });
    if (!taken.ok) throw new Error(taken.error);
    expect(taken.value.profiles.map(({ seen }) => seen)).toEqual(sound.map(() => false));
    expect(await readFile(path, 'utf8')).toBe(before);

    const [profile] = taken.value.profiles;
    const own = sound[0];
    const copy = { profile: profile?.id ?? '', path, withSecrets: true, dryRun: false };
    expect(await host.copyToHost(copy)).toMatchObject({ ok: true });
    const after = await readFile(path, 'utf8');
    const reread = await host.discoverHosts({});
    const again = reread.ok ? reread.value.find((one) => one.path === path) : undefined;
    const others = (list: typeof file) =>
      list?.servers.filter(({ name }) => name !== own?.name).map(({ line: _line, ...server }) => server);
    expect(again?.problems).toEqual([]);
    expect(others(again)).toEqual(others(file));
    const comments = before.split('\n').filter((line) => /^\s*(?:\/\/|#)/.test(line));
    for (const comment of comments) expect(after).toContain(comment.trim());
  },
);
