import type { Dial } from './channel.ts';
import { portDial } from './port-channel.ts';
import { socketDial } from './socket-channel.ts';

/** The way to the host that serves this page: Electron where its preload is there, else the loopback. */
export function hostDial(page: Window): Dial {
  const preload = page.tierscope;
  if (preload !== undefined) return portDial(page, () => preload.requestPort());
  const token = new URLSearchParams(page.location.hash.slice(1)).get('token') ?? '';
  const scheme = page.location.protocol === 'https:' ? 'wss' : 'ws';
  return socketDial(`${scheme}://${page.location.host}/ws`, token);
}
