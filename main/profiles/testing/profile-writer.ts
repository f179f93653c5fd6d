import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { cursor } from '../../../app/hosts/all-hosts.ts';
import { copyToHost } from '../change-host-files.ts';
import { ProfileStore } from '../profile-store.ts';
import { plainSecretBox } from '../secret-box.ts';

// An app that saves servers until it is killed. Each line names one whose writes were all confirmed; a prefix of `~`
// marks one being deleted, `-` a confirmed deletion.

const [folder = '', name = ''] = process.argv.slice(2);
const store = new ProfileStore({ folder, secretBox: plainSecretBox, newId: randomUUID });
const hostFile = { path: join(folder, 'mcp.json'), scope: 'user', servers: ['mcpServers'] } as const;

for (let count = 0; ; count += 1) {
  const server = `${name}.${count}`;
  const env = [{ name: 'TOKEN', secret: true }] as const;
  const made = await store.create({ name: server, command: 'run', env: [...env] }, { TOKEN: server });
  if (!made.ok) throw new Error(made.error);
  const given = { name: server, command: 'run', args: [], env: [], cwd: '' };
  const copied = await copyToHost(cursor, hostFile, given, false);
  // A host may write its file at any time; the user is then asked to try again.
  if (!copied.ok) throw new Error(copied.error);
  confirm(server);
  if (count % 3 !== 2) continue;
  confirm(`~${server}`);
  const deleted = await store.delete(made.value.id);
  if (!deleted.ok) throw new Error(deleted.error);
  confirm(`-${server}`);
}

function confirm(line: string): void {
  writeSync(1, `${line}\n`);
}
