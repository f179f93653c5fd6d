import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { KEY_PASSPHRASE } from '../../app/hosts/profiles/profile.ts';
import { fileFailure } from './file-failure.ts';
import type { HttpClientOptions } from './http-client.ts';

/** Paths of PEM files; empty or undefined for none. */
export type PemFiles = {
  readonly ca?: string | undefined;
  /** The client certificate, and its key if that is in a file of its own. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Opens an encrypted key; by default from the environment. */
  readonly passphrase?: string | undefined;
};

const IS_CERTIFICATE = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/;
const IS_KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/;
const IS_ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/;

/** The certificates and the opened key in these files, with paths relative to `folder`; fails with a sentence. */
export async function readPems(files: PemFiles, folder: string): Promise<Result<HttpClientOptions>> {
  const { cert = '', key = '' } = files;
  try {
    const ca = await certificateIn(files.ca ?? '', folder);
    if (cert === '' && key !== '') throw new PemFault(`The key ${key} needs its certificate.`);
    const own = await certificateIn(cert, folder);
    if (own === undefined) return ok({ ca });
    const opened = openedKey(key === '' ? own : await textOf(key, folder), key || cert, files.passphrase);
    if (!new X509Certificate(own).checkPrivateKey(opened))
      throw new PemFault(`The key ${key || cert} does not belong to the certificate ${cert}.`);
    return ok({ ca, cert: own, key: String(opened.export({ type: 'pkcs8', format: 'pem' })) });
  } catch (error) {
    if (error instanceof PemFault) return err(error.message);
    throw error;
  }
}

class PemFault extends Error {}

async function textOf(file: string, folder: string): Promise<string> {
  try {
    return await readFile(resolve(folder, file), 'utf8');
  } catch (error) {
    throw new PemFault(`${file} cannot be read: ${fileFailure(error)}.`);
  }
}

async function certificateIn(file: string, folder: string): Promise<string | undefined> {
  if (file === '') return undefined;
  const text = await textOf(file, folder);
  try {
    if (IS_CERTIFICATE.test(text)) return new X509Certificate(text) && text;
  } catch {
    // Said below, as for a file without one.
  }
  throw new PemFault(`${file} has no readable certificate in PEM.`);
}

/** Without this check, TLS would send no certificate for a key that does not fit. */
function openedKey(text: string, file: string, passphrase = process.env[KEY_PASSPHRASE] ?? ''): KeyObject {
  if (!IS_KEY.test(text)) throw new PemFault(`${file} has no private key in PEM.`);
  const isEncrypted = IS_ENCRYPTED.test(text);
  if (isEncrypted && passphrase === '')
    throw new PemFault(`The key ${file} is encrypted: set ${KEY_PASSPHRASE}.`);
  try {
    return createPrivateKey({ key: text, passphrase });
  } catch {
    const unreadable = isEncrypted ? `${KEY_PASSPHRASE} does not open the key` : 'This key cannot be read:';
    throw new PemFault(`${unreadable} ${file}.`);
  }
}
