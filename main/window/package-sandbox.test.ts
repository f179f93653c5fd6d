import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

// An AppImage without its own arguments is started with --no-sandbox (electron-builder 26, `AppImageTarget`).

type Starts = { readonly executableArgs?: readonly string[]; readonly target?: readonly string[] };

let configuration: Record<string, Starts | undefined> = {};

beforeAll(async () => {
  configuration = parse(await readFile(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8'));
});

test('packages are made for Linux in the two kinds below', () => {
  expect(configuration.linux?.target).toEqual(['AppImage', 'deb']);
});

test.each(['appImage', 'deb'])(
  '%s is started with arguments of its own, and none turns the sandbox off',
  (kind) => {
    const args = configuration[kind]?.executableArgs ?? configuration.linux?.executableArgs ?? [];
    expect(args.length).toBeGreaterThan(0);
    expect(args.join(' ')).not.toContain('no-sandbox');
  },
);
