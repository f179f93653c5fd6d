import { create } from 'zustand';
import { host } from '../../state/host/host.ts';
import { draftKey } from '../../state/server/rail-store.ts';
import { runCall, sendRequest } from '../tools/call-tool.ts';

/** Which subscribed resources are read again at each update, by `session uri`. */
export type AutoReads = { readonly reads: { readonly [place: string]: true } };

export const useAutoReads = create<AutoReads>(() => ({ reads: {} }));

export function autoReadKey(session: string, uri: string): string {
  return `${session} ${uri}`;
}

export function setAutoRead(session: string, uri: string, on: boolean): void {
  useAutoReads.setState(({ reads }) => {
    const { [autoReadKey(session, uri)]: _before, ...others } = reads;
    return { reads: on ? { ...others, [autoReadKey(session, uri)]: true } : others };
  });
}

/** Subscribes to a resource, or ends that; a failure stands in the form of the resource. */
export function setSubscribed(session: string, uri: string, key: string, on: boolean): void {
  const input = { session, uri };
  void runCall({ session, key }, on ? host().subscribe(input) : host().unsubscribe(input));
}

/** Reads a resource; the answer is selected in the log. */
export function readResource(session: string, uri: string): void {
  void sendRequest({ session, key: draftKey('resources', session, uri) }, 'resources/read', { uri });
}
