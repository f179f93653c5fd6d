import { expect, it } from 'vitest';
import { quoteOf, readFinalStderr } from './final-stderr.ts';
import { startCause } from './start-cause.ts';

const NPM_LOG = 'npm error A complete log of this run can be found in: /home/me/.npm/_logs/x-debug-0.log';

/** Outputs of programs that cannot start a server: the whole output, the explaining part, and what it names. */
const OUTPUTS: readonly (readonly [check: string, named: string, output: string])[] = [
  [
    'package',
    'no-such-mcp',
    `npm error code E404
npm error 404 Not Found - GET https://registry.example/no-such-mcp
npm error 404
npm error 404  The requested resource 'no-such-mcp@*' could not be found or you do not have permission to access it.
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git url.
${NPM_LOG}`,
  ],
  [
    'package',
    '@weather-mcp',
    `npm error code EINVALIDPACKAGENAME
npm error Invalid package name "@weather-mcp" of package "@weather-mcp@latest": name can only contain URL-friendly characters.
${NPM_LOG}`,
  ],
  [
    'package',
    'weather@9.0.0',
    `npm error code ETARGET
npm error notarget No matching version found for weather@9.0.0.
npm error notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.
${NPM_LOG}`,
  ],
  ['package', '', `npm error could not determine executable to run\n${NPM_LOG}`],
  [
    'configuration',
    '/srv/package.json',
    `npm error code ENOENT
npm error syscall open
npm error path /srv/package.json
npm error errno -2
npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/srv/package.json'
npm error enoent This is related to npm not being able to find a file.
${NPM_LOG}`,
  ],
  [
    'package',
    'serve',
    `npm error Missing script: "serve"\nnpm error\nnpm error To see a list of scripts, run:\n${NPM_LOG}`,
  ],
  ['file', 'weather-mcp', 'sh: 1: weather-mcp: not found'],
  ['file', 'uvx', 'bash: line 1: uvx: command not found'],
  ['file', 'uvx', 'zsh:1: command not found: uvx'],
  [
    'file',
    'npx',
    "'npx' is not recognized as an internal or external command,\noperable program or batch file.",
  ],
  [
    'package',
    'no-such-mcp',
    `error: No solution found when resolving tool dependencies
  cause: Because no-such-mcp was not found in the package registry and you require no-such-mcp, we can conclude that your requirements are unsatisfiable.`,
  ],
  [
    'package',
    'serve',
    'Installed 1 package in 8ms\nAn executable named `serve` is not provided by package `semver`.\nThe following executables are available:\n- pysemver',
  ],
  ['file', 'serve', 'error: Failed to spawn: `serve`\n  Caused by: No such file or directory (os error 2)'],
  [
    'package',
    'no-such-mcp',
    ` ERR_PNPM_FETCH_404  GET https://registry.example/no-such-mcp: Not Found - 404

This error happened while installing a direct dependency of /root/.cache/pnpm/dlx/1

no-such-mcp is not in the npm registry, or you have no permission to fetch it.

No authorization header was set for the request.`,
  ],
  ['configuration', '', 'error: could not find `Cargo.toml` in `/srv` or any parent directory'],
  [
    'configuration',
    '',
    "go: go.mod file not found in current directory or any parent directory; see 'go help modules'",
  ],
  ['configuration', 'server.jar', 'Error: Unable to access jarfile server.jar'],
  [
    'package',
    'no-such-mcp',
    `ERROR: Could not find a version that satisfies the requirement no-such-mcp (from versions: none)
ERROR: No matching distribution found for no-such-mcp

[notice] A new release of pip is available: 24.0 -> 25.3
[notice] To update, run: pip install --upgrade pip`,
  ],
  [
    'process',
    '',
    `docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?

Run 'docker run --help' for more information`,
  ],
  ['configuration', '', 'the input device is not a TTY'],
  [
    'package',
    'acme/weather',
    `Unable to find image 'acme/weather:latest' locally
docker: Error response from daemon: pull access denied for acme/weather, repository does not exist or may require 'docker login'

Run 'docker run --help' for more information`,
  ],
  [
    'configuration',
    '',
    `error: the following required arguments were not provided:
  --root <ROOT>

Usage: weather --root <ROOT>

For more information, try '--help'.`,
  ],
  [
    'package',
    'better-sqlite3',
    `Error: The module '/srv/node_modules/better-sqlite3/build/Release/better_sqlite3.node'
was compiled against a different Node.js version using
NODE_MODULE_VERSION 115. This version of Node.js requires
NODE_MODULE_VERSION 127. Please try re-compiling or re-installing`,
  ],
  [
    'package',
    '',
    'ImportError: /srv/lib/_core.so: cannot open shared object file: No such file or directory',
  ],
  [
    'configuration',
    '/srv/server.py',
    "/usr/bin/python3: can't open file '/srv/server.py': [Errno 2] No such file or directory",
  ],
];

it.each(OUTPUTS)('finds the cause for the check of the %s, and %s, in %s', (check, missing, output) => {
  const lines = output.split('\n');
  const cause = startCause(lines);
  expect(cause).toMatchObject({ check, missing, step: { actor: 'user' } });
  expect(cause?.step.action).not.toBe('');
  if (missing !== '') expect(cause?.step.action).toContain(missing);
  expect(readFinalStderr(lines).line).toBe(cause?.line.trim());
});

const TRAILERS = [
  NPM_LOG,
  "For more information, try '--help'.",
  "See 'docker run --help'.",
  "Run 'docker run --help' for more information",
  '[notice] To update, run: pip install --upgrade pip',
  'info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.',
  ' ELIFECYCLE  Command failed with exit code 1.',
  'error Command failed with exit code 1.',
  'error: script "start" exited with code 1',
  'note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace',
  '[ERROR] For more information about the errors and possible solutions, please read the following articles:',
  'hint: See the logs above',
  'Usage: weather [OPTIONS]',
];

it.each(TRAILERS)('quotes what stands above a trailer: %s', (trailer) => {
  const words = readFinalStderr(['the frobnicator was never set up', '', trailer]);
  expect(words.line).toBe('the frobnicator was never set up');
  expect(quoteOf(words).isReason).toBe(false);
});

it.each([
  [
    'a warning beside the exception that ended it',
    'TypeError: plan is not iterable',
    [
      "warn: ENOENT: no such file or directory, open '.env'",
      'TypeError: plan is not iterable',
      '    at main (/srv/index.js:3:1)',
    ],
  ],
  [
    'a service that was only looked for',
    'RangeError: Invalid array length',
    ['cache: connect ECONNREFUSED 127.0.0.1:6379, going on without', 'RangeError: Invalid array length'],
  ],
])('does not take %s for the cause', (_what, line, lines) => {
  expect(startCause(lines)).toBeUndefined();
  expect(readFinalStderr(lines).line).toBe(line);
});
