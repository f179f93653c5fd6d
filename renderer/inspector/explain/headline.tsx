import type { ReactNode } from 'react';
import type { Tier } from '../../../app/frame/tier.ts';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import styles from './headline.module.css';

type Props = {
  readonly tier: Tier;
  readonly code?: string;
  readonly title: string;
  readonly label: string;
  readonly message: string;
  readonly children?: ReactNode;
};

/** The first card of a page: mark, code, name, tier, and the message as it was sent. */
export function Headline({ tier, code = '', title, label, message, children }: Props) {
  return (
    <section className={styles.headline} data-tier={tier} aria-label={`${label} ${code} ${title}`}>
      <div className={styles.line}>
        <div className={styles.name}>
          <TierMark tier={tier} size={14} />
          {code !== '' && <span className={styles.code}>{code}</span>}
          <h2 className={styles.title}>{title}</h2>
        </div>
        <span className={styles.label}>{label}</span>
      </div>
      {message !== '' && (
        <p className={styles.message}>
          <LongText text={message} firstChars={1200} />
        </p>
      )}
      {children}
    </section>
  );
}
