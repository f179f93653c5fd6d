import type { ReconnectOffer } from '../../../app/protocol/negotiation.ts';
import { host, told } from '../host/host.ts';

/** Ends the server of a session; its log stays. */
export async function disconnectSession(session: string): Promise<void> {
  await told(host().disconnect({ session }));
}

/** Starts the server of a session again, in the same tab and the same log. */
export async function restartSession(session: string): Promise<void> {
  await told(host().restart({ session }));
}

/** Ends the server of a session and forgets its tab; the recording stays on disk. */
export async function closeSession(session: string): Promise<void> {
  await told(host().close({ session }));
}

/** Starts the bundled server that fails in every way. */
export async function startErrorLab(): Promise<void> {
  await told(host().startLab({}));
}

/** Starts the server again as one of its errors offers. */
export async function reconnectAs(session: string, offer: ReconnectOffer): Promise<void> {
  const change =
    offer.kind === 'revision'
      ? { era: offer.era, revision: offer.revision }
      : { capabilities: { ...offer.capabilities } };
  await told(host().restart({ session, ...change }));
}
