import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { offersOf } from '../../../app/protocol/negotiation.ts';
import { reconnectAs } from '../../state/session/session-commands.ts';
import { canRestart } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/controls/card.tsx';
import styles from './error-offers.module.css';
import { offerButton } from './offer-words.ts';

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
      <div className={styles.offers}>
        {offers.map((offer) => (
          <Button key={offerButton(offer)} onClick={() => void reconnectAs(info.session, offer)}>
            {offerButton(offer)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
