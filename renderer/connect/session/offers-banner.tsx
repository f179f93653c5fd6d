import { useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { offersOf, type ReconnectOffer } from '../../../app/protocol/negotiation.ts';
import { reconnectAs } from '../../state/session/session-commands.ts';
import { canRestart } from '../../state/session/session-text.ts';
import styles from '../../ui/controls/banner.module.css';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/controls/card.tsx';
import errorOffersStyles from './error-offers.module.css';

/** Other ways to connect that an error of the server points to, each one click away. */
export function OffersBanner({ info }: { readonly info: SessionInfo }) {
  const [dismissed, setDismissed] = useState('');
  const offers = usefulOffers(info);
  const key = JSON.stringify(offers);
  if (offers.length === 0 || dismissed === key) return null;
  return (
    <section aria-label="Other ways to connect" className={styles.banner} data-level="info">
      <p role="status">{offersSentence(offers)}</p>
      {offers.map((offer) => (
        <Button key={offerButton(offer)} onClick={() => void reconnectAs(info.session, offer)}>
          {offerButton(offer)}
        </Button>
      ))}
      <Button look="quiet" onClick={() => setDismissed(key)}>
        Dismiss
      </Button>
    </section>
  );
}

/** What is spoken already needs no offer. */
export function usefulOffers(info: SessionInfo): readonly ReconnectOffer[] {
  const { protocolVersion, state } = info;
  const offers = liveInfo(info)?.offers ?? [];
  return offers.filter(
    (offer) => offer.kind !== 'revision' || state === 'failed' || offer.revision !== protocolVersion,
  );
}

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
function capabilityNames(capabilities: JsonObject, holder = ''): readonly string[] {
  return Object.entries(capabilities).flatMap(([name, inside]) => {
    const whole = holder === '' ? name : `${holder}.${name}`;
    const parts = isJsonObject(inside) ? capabilityNames(inside, whole) : [];
    return parts.length === 0 ? [whole] : parts;
  });
}

type Props = {
  readonly info: SessionInfo;
  readonly error: { readonly code: unknown; readonly data: unknown };
};

/** The ways to connect that one error answer points to, where this app can start the server again. */
export function ErrorOffers({ info, error }: Props) {
  const offers = canRestart(info) ? offersOf(error) : [];
  if (offers.length === 0) return null;
  return (
    <Card title="Connect in another way">
      <div className={errorOffersStyles.offers}>
        {offers.map((offer) => (
          <Button key={offerButton(offer)} onClick={() => void reconnectAs(info.session, offer)}>
            {offerButton(offer)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
