import { describe, expect, test } from 'vitest';
import { hostTable } from '../../../app/hosts/lens/host-table.ts';
import { chosenLens } from './use-host-lens.ts';

const clients = [{ name: 'acme-client', ownVersion: true, source: 's', asOf: '2026' }];
const table = hostTable([
  { hosts: [{ id: 'acme', name: 'Acme', clients, limits: [], waits: [], requests: [] }], rows: [] },
]);
const client = { name: 'acme-client', version: '2.1' };

describe('chosenLens', () => {
  test('a client that says who it is sets the host and its version', () => {
    expect(chosenLens(table, undefined, client)).toMatchObject({
      by: 'client',
      host: { host: 'acme', version: '2.1' },
    });
  });

  test('a choice of the user counts before it, and takes the version that the client names', () => {
    const chosen = { host: 'claude-code', version: '' };
    expect(chosenLens(table, chosen, client)).toMatchObject({ by: 'user', host: chosen });
    expect(chosenLens(table, { host: 'acme', version: '' }, client).host?.version).toBe('2.1');
    expect(chosenLens(table, { host: 'acme', version: '1.0' }, client).host?.version).toBe('1.0');
  });

  test('the host of the project file counts before the client, and after a choice of the user', () => {
    const preset = { host: 'claude-code', version: '2.1.260' };
    expect(chosenLens(table, undefined, client, preset)).toMatchObject({ by: 'project', host: preset });
    expect(chosenLens(table, { host: 'acme', version: '' }, client, preset).by).toBe('user');
    expect(chosenLens(table, undefined, client, { host: 'gone', version: '' }).by).toBe('client');
  });

  test('a client that no file names, and a choice whose host is gone, leave it open', () => {
    const stranger = { name: 'tierscope', version: '1' };
    expect(chosenLens(table, { host: 'gone', version: '' }, stranger)).toMatchObject({
      by: 'nobody',
      host: undefined,
    });
  });
});
