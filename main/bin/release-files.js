// `node main/bin/release-files.js v1.2.3 FOLDER`: writes the package manager files for the packages in that folder: a
// Homebrew formula and the three winget manifests. Addresses come from the forge's own variables.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ version: string, owner: string, home: string, url: string, sha256: string }} Packed */

const ABOUT = 'Desktop inspector that traces error tiers in MCP';
const WINGET_VERSION = '1.10.0';

/** The Homebrew formula of a package packed by npm. @param {Packed} packed */
export function formula({ home, url, sha256 }) {
  return `class Tierscope < Formula
  desc "${ABOUT}"
  homepage "${home}"
  url "${url}"
  sha256 "${sha256}"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match "-32002", shell_output("#{bin}/tierscope lookup -32002")
  end
end
`;
}

/** The winget manifests of an installer, by file name. @param {Packed} packed */
export function wingetManifests({ version, owner, home, url, sha256 }) {
  const id = `${owner}.Tierscope`;
  /** @param {string} kind @param {string} lines */
  const manifest = (kind, lines) => `PackageIdentifier: ${id}
PackageVersion: ${version}
${lines}ManifestType: ${kind}
ManifestVersion: ${WINGET_VERSION}
`;
  const installer = `InstallerType: nullsoft
Scope: machine
Installers:
  - Architecture: x64
    InstallerUrl: ${url}
    InstallerSha256: ${sha256.toUpperCase()}
`;
  const locale = `PackageLocale: en-US
Publisher: ${owner}
PackageName: Tierscope
PackageUrl: ${home}
License: MIT
ShortDescription: ${ABOUT}
`;
  return {
    [`${id}.yaml`]: manifest('version', 'DefaultLocale: en-US\n'),
    [`${id}.installer.yaml`]: manifest('installer', installer),
    [`${id}.locale.en-US.yaml`]: manifest('defaultLocale', locale),
  };
}

/**
 * @param {string} tag @param {string} folder @param {NodeJS.ProcessEnv} env
 * @returns {string} why nothing was written; empty if it was
 */
function writeFiles(tag, folder, { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '' }) {
  if (server === '' || repository === '')
    return 'GITHUB_SERVER_URL and GITHUB_REPOSITORY must name the repository.';
  const names = readdirSync(folder);
  /** @param {string} ending */
  const packed = (ending) => {
    const name = names.find((one) => one.endsWith(ending));
    if (name === undefined) return undefined;
    const home = `${server}/${repository}`;
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    const url = `${home}/releases/download/${tag}/${encodeURIComponent(name)}`;
    return { version: tag.slice(1), owner: repository.split('/')[0] ?? '', home, url, sha256 };
  };
  const [tarball, installer] = [packed('.tgz'), packed('.exe')];
  if (tarball === undefined || installer === undefined)
    return `${folder} must hold the tarball of npm (.tgz) and the installer for Windows (.exe).`;
  writeFileSync(join(folder, 'tierscope.rb'), formula(tarball));
  for (const [name, text] of Object.entries(wingetManifests(installer)))
    writeFileSync(join(folder, name), text);
  return '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const fault = writeFiles(process.argv[2] ?? '', process.argv[3] ?? '.', process.env);
  if (fault !== '') {
    console.error(`release-files: ${fault}`);
    process.exitCode = 2;
  }
}
