import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { ok, type Result } from '../../app/base/result.ts';
import { OwnedJson } from '../system/json-file.ts';
import { ownFolder } from '../system/own-folder.ts';

const secretSchema = z.object({ secret: z.string().min(43) });
/** Below every range that systems hand to outgoing connections: one that just ended blocks its port for a minute. */
const FIRST_PORT = 21_000;
const PORTS = 7000;

/** Where the tap of a server listens, and the unguessable part of its address. */
export type TapPlace = { readonly port: number; readonly token: string };

/** The place of the tap for each address: always the same for one user, so that an agent's file stays valid. */
export async function tapPlaces(dataFolder: string): Promise<Result<(url: URL) => TapPlace>> {
  const own = await ownFolder(dataFolder);
  if (!own.ok) return own;
  const file = new OwnedJson(join(dataFolder, 'tap-secret.json'), secretSchema, { secret: '' });
  const made = await file.change((known) =>
    known.secret === '' ? { secret: randomBytes(32).toString('base64url') } : known,
  );
  if (!made.ok) return made;
  const { value } = await file.read();
  return ok(({ href }) => {
    const digest = createHmac('sha256', value.secret).update(href).digest();
    const token = digest.subarray(0, 16).toString('base64url');
    return { token, port: FIRST_PORT + (digest.readUInt32BE(16) % PORTS) };
  });
}

/** The address for the agent, in place of the server's. */
export function tapAddressOf({ port, token }: TapPlace, { pathname }: Pick<URL, 'pathname'>): string {
  return `http://127.0.0.1:${port}/t/${token}${pathname}`;
}
