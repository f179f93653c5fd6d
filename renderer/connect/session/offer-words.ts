import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import type { ReconnectOffer } from '../../../app/protocol/negotiation.ts';

/** Why there are other ways to connect, as one sentence. */
export function offersSentence(offers: readonly ReconnectOffer[]): string {
  const [first] = offers;
  if (first === undefined) return '';
  if (first.kind === 'capabilities') {
    return `The server needs a client capability that was not declared (error -32021): ${capabilityNames(first.capabilities).join(', ') || 'it does not say which'}.`;
  }
  const versions = offers.flatMap((offer) => (offer.kind === 'revision' ? [offer.revision] : []));
  return first.from === 'late'
    ? `The server speaks ${versions.join(', ')} too, but answered server/discover too late for it.`
    : `The server does not speak the revision that was asked for (error -32022). It supports ${versions.join(', ')}.`;
}

/** What a click on the offer does. */
export function offerButton(offer: ReconnectOffer): string {
  if (offer.kind === 'capabilities') return 'Declare it and reconnect';
  const unknown = offer.known ? '' : ', unknown here';
  return `Reconnect with ${offer.revision} (${offer.era}${unknown})`;
}

/** The names in a set of capabilities, parts with their whole: `sampling.tools`. */
export function capabilityNames(capabilities: JsonObject, holder = ''): readonly string[] {
  return Object.entries(capabilities).flatMap(([name, inside]) => {
    const whole = holder === '' ? name : `${holder}.${name}`;
    const parts = isJsonObject(inside) ? capabilityNames(inside, whole) : [];
    return parts.length === 0 ? [whole] : parts;
  });
}
