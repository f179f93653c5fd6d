import { describe, expect, it } from 'vitest';
import { exitMeaning, showsDownload, startCause } from './start-cause.ts';

describe('the cause of a failed start, as stderr says it', () => {
  it.each([
    ["Error: Cannot find module '/w/dist/index.js'", 'package', '/w/dist/index.js'],
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /w/a.js", 'package', 'zod'],
    ["ModuleNotFoundError: No module named 'mcp_weather'", 'package', 'mcp_weather'],
    ['/usr/bin/python3: No module named mcp_weather', 'package', 'mcp_weather'],
    [
      'npm error 404 Not Found - GET https://registry.example/weather-mpc - Not found',
      'package',
      'weather-mpc',
    ],
    ['npm error code ETARGET', 'package', ''],
    ['npm error could not determine executable to run', 'package', ''],
    ['  × No solution found when resolving tool dependencies:', 'package', ''],
    ['SyntaxError: Cannot use import statement outside a module', 'package', ''],
    ['npm warn EBADENGINE Unsupported engine {', 'runtime', ''],
    ['Error: No such built-in module: node:sqlite', 'runtime', ''],
    ["ERROR: Package 'weather' requires a different Python: 3.8.10 not in '>=3.10'", 'runtime', ''],
    ['env: node: No such file or directory', 'file', 'node'],
    ['/bin/sh: ./server: Exec format error', 'file', ''],
    ['server.py: error: the following arguments are required: --db-path', 'configuration', ''],
    ["KeyError: 'WEATHER_API_KEY'", 'configuration', ''],
    ['Error: listen EADDRINUSE: address already in use :::3000', 'process', ''],
    ['FATAL ERROR: Reached heap limit - JavaScript heap out of memory', 'process', ''],
  ])('belongs for "%s" to the check of the %s', (line, step, missing) => {
    const cause = startCause(['starting…', line]);
    expect(cause).toMatchObject({ check: step, missing, line });
    expect(cause?.found).not.toBe('');
    expect(cause?.step.action).not.toBe('');
  });

  it('asks for the older SDK where the code was written for it, not for a package of that name', () => {
    const line = "ModuleNotFoundError: No module named 'mcp.server.fastmcp'. This is mcp 2.x";
    expect(startCause([line])?.step.action).toContain('mcp<2');
  });

  it('is the earliest check, and of its lines the one that names what is missing', () => {
    const cause = startCause([
      "    throw new Error('WEATHER_KEY is required')",
      "code: 'MODULE_NOT_FOUND'",
      "Error: Cannot find module 'zod'",
    ]);
    expect(cause).toMatchObject({ check: 'package', missing: 'zod' });
  });

  it('is nothing that a download or a healthy server writes', () => {
    expect(
      startCause(['npm warn exec The following package was not found and will be installed: x@1']),
    ).toBeUndefined();
    expect(startCause(['Weather server running on stdio'])).toBeUndefined();
    expect(showsDownload('Downloading numpy (15.8MiB)')).toBe(true);
    expect(showsDownload('Weather server running on stdio')).toBe(false);
  });
});

it('knows what exit codes and signals mean by themselves', () => {
  expect(exitMeaning(127, undefined)?.found).toContain('did not find the command');
  expect(exitMeaning(undefined, 'SIGKILL')?.step.action).toContain('memory');
  expect(exitMeaning(77, undefined)).toBeUndefined();
});

describe('a program that refuses to start and says what it lacks', () => {
  const refusal = 'Error: unable to open the harbor: no berth is set';
  const action = /^Give the server what it asks for on stderr/;

  it.each([['Usage:'], ["Configure a berth with 'harbor set-berth'"], ['Please set a berth in harbor.yaml']])(
    'sends its user there, as %s below the error shows',
    (below) => {
      expect(startCause([refusal, below])).toMatchObject({
        line: refusal,
        step: { actor: 'user', action: expect.stringMatching(action) },
      });
    },
  );

  it('is none with a trace, without such a line, or once the server has answered', () => {
    const frame = '    at open (/w/harbor.js:3:9)';
    expect(startCause([refusal, frame, 'Usage:'])).toBeUndefined();
    expect(startCause([refusal, 'goodbye'])).toBeUndefined();
    expect(startCause([refusal, 'Usage:'], false)).toBeUndefined();
  });
});
