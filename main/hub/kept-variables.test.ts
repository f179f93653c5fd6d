import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveReached, testHub } from './testing/test-hub.ts';

const SCRIPT = 'throw new Error([process.env.TOKEN, process.env.PLACE, process.env.OLD].join("/"))';
const COMMAND = `'${process.execPath}' -e '${SCRIPT}'`;

test('a session that is started again has the variables of the one before, those that are asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-'));
  const hub = testHub(folder);
  const causeOf = async (kept?: { session: string; names: string[] }, env = {}) => {
    const opened = await hub.commands.connect({ commandLine: COMMAND, env, kept });
    const session = opened.ok ? opened.value.session : '';
    const { failure } = await liveReached(hub, session, ({ state }) => state === 'failed');
    return { session, cause: failure?.cause };
  };
  const first = await causeOf(undefined, { TOKEN: 'secret', PLACE: 'here', OLD: 'x' });
  expect(first.cause).toBe('Error: secret/here/x');
  const { session } = first;
  expect((await causeOf({ session, names: ['TOKEN', 'PLACE'] }, { PLACE: 'there' })).cause).toBe(
    'Error: secret/there/',
  );
  expect((await causeOf({ session: 's99', names: ['TOKEN'] })).cause).toBe('Error: //');
  await hub.dispose();
  await rm(folder, { recursive: true, force: true });
});
