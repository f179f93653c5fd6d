// `node main/bin/release.js v1.2.3`: prepares a release from the forge's own variables. Sets the repository in
// package.json, and writes the registry's server.json and the notes of this version to release/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The section of a changelog for a version, without its heading; undefined if there is none.
 * @param {string} changelog @param {string} version
 */
export function notesOf(changelog, version) {
  const part = changelog.split(/^## /m).find((one) => one.startsWith(`[${version}]`));
  return part?.slice(part.indexOf('\n') + 1).trim();
}

/**
 * A manifest with the address of its repository.
 * @param {{ name: string, version: string }} manifest @param {{ server: string, repository: string }} forge
 */
export function placed(manifest, { server, repository }) {
  const home = `${server}/${repository}`;
  const [owner = ''] = repository.split('/');
  return {
    ...manifest,
    author: owner,
    homepage: `${home}#readme`,
    repository: { type: 'git', url: `git+${home}.git` },
    bugs: { url: `${home}/issues` },
    mcpName: `io.github.${owner}/tierscope`,
  };
}

/**
 * The registry entry for `tierscope serve`.
 * @param {ReturnType<typeof placed>} manifest
 */
export function registryEntry({ name, version, mcpName, homepage }) {
  const transport = { type: 'stdio' };
  const serve = [{ type: 'positional', value: 'serve' }];
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Tierscope',
    description: 'Explains failed MCP calls to the agent that writes the server.',
    version,
    repository: { url: homepage.replace('#readme', ''), source: 'github' },
    packages: [{ registryType: 'npm', identifier: name, version, transport, packageArguments: serve }],
  };
}

/** @param {string} tag @param {NodeJS.ProcessEnv} env @returns {string} why there is no release; empty if there is one */
function release(tag, { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '' }) {
  const file = join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  if (server === '' || repository === '')
    return 'GITHUB_SERVER_URL and GITHUB_REPOSITORY must name the repository.';
  if (tag !== `v${manifest.version}`)
    return `The tag is ${tag}, and package.json has the version ${manifest.version}.`;
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), manifest.version);
  if (notes === undefined) return `CHANGELOG.md has no heading "## [${manifest.version}]".`;
  const out = placed(manifest, { server, repository });
  mkdirSync(join(root, 'release'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(out, null, 2)}\n`);
  writeFileSync(join(root, 'release', 'server.json'), `${JSON.stringify(registryEntry(out), null, 2)}\n`);
  writeFileSync(join(root, 'release', 'notes.md'), `${notes}\n`);
  return '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const fault = release(process.argv[2] ?? '', process.env);
  if (fault !== '') {
    console.error(`release: ${fault}`);
    process.exitCode = 2;
  }
}
