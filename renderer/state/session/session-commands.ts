import type { ReconnectSuggestion } from '../../../app/protocol/negotiation.ts';
import { host, notifyFailure } from '../host/host.ts';
import { WINDOW } from '../host/window-name.ts';

/** Ends the server of a session; its log stays. */
export async function disconnectSession(session: string): Promise<void> {
  await notifyFailure(host().disconnect({ session }));
}

/** Starts the server of a session again, in the same tab and the same log. */
export async function restartSession(session: string): Promise<void> {
  await notifyFailure(host().restart({ session }));
}

/** Ends the server of a session and forgets its tab; the recording stays on disk. */
export async function closeSession(session: string): Promise<void> {
  await notifyFailure(host().close({ session }));
}

/** Starts the bundled server that fails in every way. */
export async function startErrorLab(): Promise<void> {
  await notifyFailure(host().startLab({ window: WINDOW }));
}

/** Starts the server again as one of its errors suggests. */
export async function reconnectAs(session: string, suggestion: ReconnectSuggestion): Promise<void> {
  const change =
    suggestion.kind === 'revision'
      ? { era: suggestion.era, revision: suggestion.revision }
      : { capabilities: { ...suggestion.capabilities } };
  await notifyFailure(host().restart({ session, ...change }));
}
