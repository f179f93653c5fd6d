import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import certificates from '../../app/lab/http-certificates.json' with { type: 'json' };
import { type PemFiles, readPems } from './pem-files.ts';

const CERT = certificates['other-name'];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pems-'));
  const key = createPrivateKey(certificates.key);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [format, passphrase] = ['pem' as const, 'open sesame'];
  const files = {
    ...{ 'cert.pem': CERT, 'key.pem': certificates.key, 'both.pem': `${CERT}\n${certificates.key}` },
    'locked.pem': key.export({ type: 'pkcs8', format, cipher: 'aes-256-cbc', passphrase }),
    'locked-1.pem': key.export({ type: 'sec1', format, cipher: 'aes-256-cbc', passphrase }),
    'other.pem': privateKey.export({ type: 'pkcs8', format }),
    'damaged.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    'damaged-key.pem': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each<PemFiles>([
  { cert: 'cert.pem', key: 'key.pem' },
  { cert: 'both.pem' },
  { cert: 'cert.pem', key: 'locked.pem', passphrase: 'open sesame' },
  { cert: 'cert.pem', key: 'locked-1.pem', passphrase: 'open sesame' },
])('a certificate is read with its key, which is opened: %j', async (files) => {
  const read = await readPems(files, folder);
  expect(read).toMatchObject({ ok: true, value: { key: expect.stringMatching(/^-----BEGIN PRIVATE KEY/) } });
});

test.each<[PemFiles, string]>([
  [{ ca: 'none.pem' }, 'none.pem cannot be read: it does not exist.'],
  [{ ca: 'key.pem' }, 'key.pem has no readable certificate in PEM.'],
  [{ cert: 'damaged.pem' }, 'damaged.pem has no readable certificate in PEM.'],
  [{ key: 'key.pem' }, 'The key key.pem needs its certificate.'],
  [{ cert: 'cert.pem' }, 'cert.pem has no private key in PEM.'],
  [{ cert: 'cert.pem', key: 'none.pem' }, 'none.pem cannot be read: it does not exist.'],
  [{ cert: 'cert.pem', key: 'cert.pem' }, 'cert.pem has no private key in PEM.'],
  [{ cert: 'cert.pem', key: 'damaged-key.pem' }, 'This key cannot be read: damaged-key.pem.'],
  [{ cert: 'cert.pem', key: 'other.pem' }, 'The key other.pem does not belong to the certificate cert.pem.'],
  [
    { cert: 'cert.pem', key: 'locked.pem', passphrase: '' },
    'The key locked.pem is encrypted: set TIERSCOPE_KEY_PASSPHRASE.',
  ],
  [
    { cert: 'cert.pem', key: 'locked.pem', passphrase: 'wrong' },
    'TIERSCOPE_KEY_PASSPHRASE does not open the key locked.pem.',
  ],
])('a file that cannot be used is named with its reason: %j', async (files, error) => {
  expect(await readPems(files, folder)).toEqual({ ok: false, error });
});
