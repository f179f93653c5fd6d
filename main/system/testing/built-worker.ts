import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');

/** A worker as in the packaged program: one script, in its own folder. */
export type BuiltWorker = {
  readonly folder: string;
  readonly script: string;
  readonly remove: () => Promise<void>;
};

/** Builds a worker from its source, a path relative to the project's root. */
export async function builtWorker(source: string): Promise<BuiltWorker> {
  const name = basename(source, '.ts');
  const folder = await mkdtemp(join(tmpdir(), `tierscope-${name}-`));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input: { [name]: source }, output: { entryFileNames: '[name].mjs' } },
    },
  });
  return {
    folder,
    script: join(folder, `${name}.mjs`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
