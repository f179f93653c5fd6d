import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const NODE = quoted(process.execPath);

/** The command line of an npm server that is installed with the project. */
export function packagedServer(name: string, ...args: string[]): string {
  return packagedWords(name, ...args)
    .map(quoted)
    .join(' ');
}

/** The same as words, for starting it without a shell. */
export function packagedWords(name: string, ...args: string[]): string[] {
  const manifest = packageFolder(name);
  const { bin } = require(join(manifest, 'package.json')) as { bin: string | Record<string, string> };
  const script = typeof bin === 'string' ? bin : Object.values(bin)[0];
  return [process.execPath, join(manifest, script ?? ''), ...args];
}

/** The command line of a scripted server in this folder. */
export function scriptedServer(name: string, ...args: string[]): string {
  return scriptedWords(name, ...args)
    .map(quoted)
    .join(' ');
}

export function scriptedWords(name: string, ...args: string[]): string[] {
  return [process.execPath, fileURLToPath(new URL(`./${name}.js`, import.meta.url)), ...args];
}

/** The command line of a short JavaScript program. */
export function inlineServer(script: string): string {
  return `${NODE} -e ${quoted(script)}`;
}

export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Packages may hide their package.json from `require`, so this searches for the folder. */
function packageFolder(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) throw new Error(`${name} is not installed; run npm ci`);
  }
}
