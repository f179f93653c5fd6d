import { create } from 'zustand';
import type { CaseAgain } from '../../../app/contract/probe-commands.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { activateSession } from '../../state/screen/screen-store.ts';

type Again =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done'; readonly again: CaseAgain }
  | { readonly kind: 'failed'; readonly why: string };

/** The cases that were sent again, by tab and case. */
const useAgain = create<{ readonly [key: string]: Again }>(() => ({}));

/** How a case went that was sent again; undefined if it was not. */
export function useCaseAgain(session: string, id: string): Again | undefined {
  return useAgain((state) => state[`${session} ${id}`]);
}

/** Sends a case to a fresh process of the server, and keeps the new verdict beside the old one. */
export async function sendCaseAgain(session: string, id: string): Promise<void> {
  const keep = (again: Again) => useAgain.setState({ [`${session} ${id}`]: again });
  keep({ kind: 'waiting' });
  const sent = await settled(host().probeCase({ session, id }));
  keep(sent.ok ? { kind: 'done', again: sent.value } : { kind: 'failed', why: sent.error });
}

/** Opens the recording of a case that was sent again. */
export async function openAgain({ recording }: CaseAgain): Promise<void> {
  const opened = await notifyFailure(host().openRecording({ path: recording }));
  const [session] = opened?.sessions ?? [];
  if (session !== undefined) activateSession(session);
}
