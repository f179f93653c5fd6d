import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

type CardProps = {
  readonly title?: string | undefined;
  /** A short text beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A titled box of the inspector's pages. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <h3 id={id} className={styles.title}>
          {title}
          {aside !== undefined && <span className={styles.aside}> {aside}</span>}
        </h3>
      )}
      {children}
    </section>
  );
}
