import { resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ownValues, startSpec } from '../session/record-body.ts';
import { run } from './testing/typed-program.ts';

test('a client certificate has its files from the command line, and its passphrase from the environment', async () => {
  const typed = ['--url', 'https://a.example/mcp', '--cert', 'c.pem', '--key', 'k.pem', '--ca', '/ca.pem'];
  vi.stubEnv('TIERSCOPE_KEY_PASSPHRASE', 'open sesame');
  onTestFinished(() => void vi.unstubAllEnvs());
  const settings = { certFile: resolve('c.pem'), keyFile: resolve('k.pem'), caFile: resolve('/ca.pem') };
  const own = { TIERSCOPE_KEY_PASSPHRASE: 'open sesame' };
  const { probe, doctor } = { ...(await run(['probe', ...typed])), ...(await run(['doctor', ...typed])) };
  expect(probe).toMatchObject({ env: own, settings });
  expect(doctor).toMatchObject({ env: own, settings });
  const { app } = await run(['connect', ...typed]);
  expect(app?.connect).toMatchObject({ env: own, settings });
  expect((await run(['tap', ...typed])).tap).toMatchObject({ cert: 'c.pem', key: 'k.pem' });
});

test('the passphrase of a key is a value of its server, and never a header', () => {
  const env = { 'X-Team': 'search', TIERSCOPE_KEY_PASSPHRASE: 'open sesame' };
  const spec = startSpec({ command: 'https://a.example/mcp', args: [], cwd: '', env });
  expect(spec).toMatchObject({ headers: { 'X-Team': 'search' }, passphrase: 'open sesame' });
  expect(spec).not.toHaveProperty('headers.TIERSCOPE_KEY_PASSPHRASE');
  expect(ownValues(spec)).toEqual(env);
});
