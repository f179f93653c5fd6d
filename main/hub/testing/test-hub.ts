import { join } from 'node:path';
import type { HostEvents } from '../../../app/contract/events.ts';
import type { ProbeState } from '../../../app/contract/probe-commands.ts';
import { type LiveInfo, liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { HostApi } from '../host-api.ts';
import { createHub } from '../hub.ts';

export const EVERYTHING = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';

/** A hub with its data in `folder`, whose error lab is this Node with `labArgs`; nothing reaps its servers. */
export function testHub(folder: string, labArgs: readonly string[] = []): HostApi {
  return createHub({
    version: '0',
    host: 'loopback',
    dataFolder: folder,
    graceMs: 250,
    lab: { command: process.execPath, args: labArgs },
    reaper: { command: process.execPath, args: [join(folder, 'none.js')] },
  });
}

/** Resolves with a session's info once it `fits`, possibly at once. */
export async function sessionReached(
  hub: HostApi,
  session: string,
  fits: (info: SessionInfo) => boolean,
): Promise<SessionInfo> {
  const now = (await hub.commands.hello({})).sessions.find((info) => info.session === session);
  if (now !== undefined && fits(now)) return now;
  return new Promise((resolve) => {
    const sessionChanged = (info: SessionInfo) => {
      if (info.session !== session || !fits(info)) return;
      stop();
      resolve(info);
    };
    const deaf = () => undefined;
    const events = new Proxy({} as HostEvents, {
      get: (_target, name) => (name === 'sessionChanged' ? sessionChanged : deaf),
    });
    const stop = hub.subscribe(events);
  });
}

/** Resolves with the info of a session with a server once it `fits`. */
export async function liveReached(
  hub: HostApi,
  session: string,
  fits: (info: LiveInfo) => boolean,
): Promise<LiveInfo> {
  const live = liveInfo(await sessionReached(hub, session, (info) => info.kind === 'live' && fits(info)));
  if (live === undefined) throw new Error(`${session} has no server`);
  return live;
}

/** Resolves with a probe's state once it `fits`, possibly at once. */
export async function probeReached(
  hub: HostApi,
  probe: string,
  fits: (state: ProbeState) => boolean,
): Promise<ProbeState> {
  const found = (states: readonly ProbeState[]) =>
    states.find((state) => state.probe === probe && fits(state));
  const listed = await hub.commands.listProbes({});
  const now = listed.ok ? found(listed.value) : undefined;
  if (now !== undefined) return now;
  return new Promise((resolve) => {
    const probesChanged = (states: readonly ProbeState[]) => {
      const state = found(states);
      if (state === undefined) return;
      stop();
      resolve(state);
    };
    const deaf = () => undefined;
    const events = new Proxy({} as HostEvents, {
      get: (_target, name) => (name === 'probesChanged' ? probesChanged : deaf),
    });
    const stop = hub.subscribe(events);
  });
}
