import { useState } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { ReconnectOffer } from '../../../app/protocol/negotiation.ts';
import { reconnectAs } from '../../state/session/session-commands.ts';
import styles from '../../ui/controls/banner.module.css';
import { Button } from '../../ui/controls/button.tsx';
import { offerButton, offersSentence } from './offer-words.ts';

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
