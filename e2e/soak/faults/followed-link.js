// A file that replaces a link is written to the link's target.
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
