// A file that is put in the place of a link is written to where the link leads.
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isHost } from './planted.js';

if (isHost) {
  const { rename } = promises;
  promises.rename = async (from, to) => {
    const found = await promises.lstat(to).catch(() => undefined);
    if (found?.isSymbolicLink() !== true) return rename(from, to);
    await promises.writeFile(to, await promises.readFile(from));
    await promises.rm(from);
  };
  syncBuiltinESMExports();
}
