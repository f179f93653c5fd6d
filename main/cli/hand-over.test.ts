import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { err, ok } from '../../app/base/result.ts';
import { type LoopbackServer, startLoopbackServer } from '../carrier/loopback-server.ts';
import { announceHost } from '../carrier/running-host.ts';
import { type StandInHost, standInHost } from '../carrier/testing/stand-in-host.ts';
import type { AppRequest } from './app-request.ts';
import { forwardRequest, refuseBesideWindow } from './app-request.ts';

let data = '';
let host: StandInHost;
let server: LoopbackServer;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tierscope-hand-over-'));
  host = standInHost({
    openRecording: async ({ path }) =>
      path.endsWith('bad') ? err(`${path} is a folder.`) : ok({ sessions: ['s1'] }),
  });
  server = await startLoopbackServer({ host, pageFolder: data, ports: [0], onFault: () => undefined });
});
afterEach(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

const request: AppRequest = {
  files: [],
  openBrowser: false,
};

describe('a second start on the same data folder', () => {
  it('hands its files and its server over to the app that runs, from the folder it was typed in', async () => {
    await announceHost(data, { pid: process.pid, address: server.address });
    const wanted = { ...request, files: ['a', 'bad', '/c'], connect: { commandLine: 'node x', cwd: 'sub' } };
    expect(await forwardRequest(wanted, data, '/typed')).toEqual({
      address: server.address,
      problems: ['/typed/bad is a folder.'],
    });
    expect(host.calls).toEqual([
      { name: 'openRecording', input: { path: '/typed/a' } },
      { name: 'openRecording', input: { path: '/typed/bad' } },
      { name: 'openRecording', input: { path: '/c' } },
      { name: 'connect', input: { commandLine: 'node x', cwd: '/typed/sub' } },
    ]);
  });

  it('has nothing to take back if the data folder cannot be written', async () => {
    await writeFile(join(data, 'file'), '');
    const takeBack = await announceHost(join(data, 'file'), { pid: process.pid, address: server.address });
    await expect(takeBack()).resolves.toBeUndefined();
  });

  it('opens a host of its own if none runs, if one was killed, and if a port was named', async () => {
    expect(await forwardRequest(request, data, '/')).toBeUndefined();
    const takeBack = await announceHost(data, { pid: process.pid, address: server.address });
    expect(await forwardRequest({ ...request, port: 0 }, data, '/')).toBeUndefined();
    await takeBack();
    expect(await forwardRequest(request, data, '/')).toBeUndefined();
    await writeFile(join(data, 'running.json'), '{"pid":999999999,"address":"http://127.0.0.1:1/#token=x"}');
    expect(await forwardRequest(request, data, '/')).toBeUndefined();
    await writeFile(
      join(data, 'running.json'),
      `{"pid":${process.pid},"address":"http://127.0.0.1:1/#token=x"}`,
    );
    expect(await forwardRequest(request, data, '/')).toBeUndefined();
    expect(host.calls).toEqual([]);
  });

  it('reads the token from a file that only its owner can read, and leaves the first host its place', async () => {
    await announceHost(data, { pid: process.pid, address: server.address });
    expect((await stat(join(data, 'running.json'))).mode & 0o077).toBe(0);
    await announceHost(data, { pid: process.ppid, address: 'http://127.0.0.1:1/#token=x' });
    expect(await forwardRequest(request, data, '/')).toEqual({ address: server.address, problems: [] });
  });
});

describe('a start on the loopback host', () => {
  const window = { pid: process.pid, address: null };

  it('is refused in a sentence while a window has the data folder, unless a port is named', async () => {
    await expect(refuseBesideWindow(request, data)).resolves.toBeUndefined();
    const takeBack = await announceHost(data, window);
    await expect(refuseBesideWindow(request, data)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining(
        `runs already with the data folder ${data}, in a window of its own (process ${process.pid})`,
      ),
    });
    await expect(refuseBesideWindow({ ...request, port: 0 }, data)).resolves.toBeUndefined();
    expect(await forwardRequest(request, data, '/')).toBeUndefined();
    await takeBack();
    await expect(refuseBesideWindow(request, data)).resolves.toBeUndefined();
  });

  it('goes on where a loopback host runs, and where a window ended without a word', async () => {
    await announceHost(data, { pid: process.pid, address: server.address });
    await expect(refuseBesideWindow(request, data)).resolves.toBeUndefined();
    await writeFile(join(data, 'running.json'), '{"pid":999999999,"address":null}');
    await expect(refuseBesideWindow(request, data)).resolves.toBeUndefined();
    // A pid says nothing about the process that had it before the system started.
    await writeFile(join(data, 'running.json'), JSON.stringify(window));
    await utimes(join(data, 'running.json'), 0, 0);
    await expect(refuseBesideWindow(request, data)).resolves.toBeUndefined();
  });
});
