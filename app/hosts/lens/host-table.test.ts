import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hostFileSchema, hostOfClient, hostsOfClient, hostTable, parseOwnHosts } from './host-table.ts';
import { hostOfPeer } from './lens.ts';

const row = {
  host: 'acme',
  when: { answer: 'success' },
  gets: [],
  evidence: 'measured',
  source: 's',
  asOf: '2026',
};

test('the published JSON Schema is the one that files are checked by', () => {
  const published = readFileSync(new URL('../../../docs/hosts.schema.json', import.meta.url), 'utf8');
  const schema = z.toJSONSchema(hostFileSchema, { io: 'input', reused: 'ref' });
  expect(published).toBe(`${JSON.stringify(schema, null, 2)}\n`);
});

test('the examples of the page are files that are read', () => {
  const page = readFileSync(new URL('../../../docs/host-lens.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, example = '']) => example);
  expect(examples.map((example) => parseOwnHosts(example).ok)).toEqual([true, true]);
});

describe('the built-in table', () => {
  const { hosts, rows, providers, toolRows } = hostTable();

  test('has a host for each row, no id twice, and one client name that two hosts share', () => {
    const ids = hosts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(rows.filter(({ host }) => !ids.includes(host))).toEqual([]);
    const takers = [...ids, ...providers.map(({ id }) => id)];
    expect(new Set(takers).size).toBe(takers.length);
    expect(toolRows.filter(({ of }) => !takers.includes(of))).toEqual([]);
    const names = hosts.flatMap(({ clients }) => clients.map(({ name }) => name));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(['codex-mcp-client']);
  });

  test('names for every row where its source can be read', () => {
    const models = hosts.flatMap(({ model }) => model ?? []);
    const limits = hosts.flatMap((host) => host.limits);
    const more = hosts.flatMap(({ waits, requests }) => [...waits, ...requests]);
    for (const { source } of [...rows, ...toolRows, ...models, ...limits, ...more])
      expect(source).toMatch(/^[\w.-]+\/[\w.-]+(#\d+|@\w+| [\w./-]+\.\w+)|^https:|^(npm|PyPI) /);
  });
});

describe('parseOwnHosts', () => {
  test('takes a host and its rows, which lie over the built-in ones', () => {
    const own = parseOwnHosts(JSON.stringify({ hosts: [{ id: 'acme', name: 'Acme' }], rows: [row] }));
    expect(own.ok && hostTable([own.value]).rows[0]).toMatchObject({ host: 'acme', own: true });
  });

  test.each([
    ['{', /^The file is not JSON/],
    [{ rows: [row] }, /^At rows\[0\]\.host: there is no host "acme"/],
    [{ rows: [{ ...row, gots: [] }] }, /^At rows\[0\]: unknown member "gots"/],
    [{ rows: [{ ...row, asOf: 'May' }] }, /^At rows\[0\]\.asOf: write a day, a month or a year/],
  ])('refuses %j with a sentence that names the place', (written, expected) => {
    const parsed = parseOwnHosts(typeof written === 'string' ? written : JSON.stringify(written));
    expect(parsed.ok ? '' : parsed.error[0]).toMatch(expected);
  });

  test("adds client names to a built-in host's own", () => {
    const client = { name: 'claude-code-fork', source: 's', asOf: '2026' };
    const own = parseOwnHosts(
      JSON.stringify({ hosts: [{ id: 'claude-code', name: 'X', clients: [client] }] }),
    );
    const table = hostTable(own.ok ? [own.value] : []);
    expect(hostOfClient(table, { name: 'claude-code-fork', version: '1' })?.id).toBe('claude-code');
  });
});

describe('the client of a host', () => {
  const client = (name: string, more: object = {}) => ({ name, source: 's', asOf: '2026', ...more });
  const own = parseOwnHosts(
    JSON.stringify({
      hosts: [
        {
          id: 'acme',
          name: 'Acme',
          clients: [client('acme-client', { ownVersion: true }), client('shared')],
        },
        { id: 'acme-app', name: 'Acme app', clients: [client('shared'), client('app-{server}')] },
      ],
    }),
  );
  const table = hostTable(own.ok ? [own.value] : []);

  test('names the host, with its version if that is the one it sends', () => {
    expect(hostOfPeer(table, { name: 'acme-client', version: '2' })).toEqual({ host: 'acme', version: '2' });
    expect(hostOfPeer(table, { name: 'app-files', version: '1.0.0' })).toEqual({
      host: 'acme-app',
      version: '',
    });
  });

  test('that several hosts share names none of them', () => {
    expect(hostsOfClient(table, { name: 'shared', version: '' }).map(({ id }) => id)).toEqual([
      'acme',
      'acme-app',
    ]);
    expect(hostOfPeer(table, { name: 'shared', version: '' })).toBeUndefined();
  });
});
