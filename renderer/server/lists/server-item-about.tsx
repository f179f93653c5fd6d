import type { ReactNode } from 'react';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { NAME_CHARS, shortened } from '../../ui/format/counted.ts';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import styles from '../tools/call-form.module.css';

type Props = {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Facts between the title and the description. */
  readonly facts?: string;
  readonly children?: ReactNode;
};

/** What a server says of a tool, prompt or resource. */
const DESCRIPTION_CHARS = 4000;

export function ServerItemAbout({ name, title, description, facts = '', children }: Props) {
  return (
    <>
      <h2 className={styles.title}>
        <LongText text={name} firstChars={NAME_CHARS} />
        {title !== undefined && title !== name && (
          <span>
            {' '}
            <LongText text={title} firstChars={NAME_CHARS} />
          </span>
        )}
      </h2>
      {facts !== '' && <p className={styles.type}>{shortened(facts, DESCRIPTION_CHARS)}</p>}
      {description !== undefined && (
        <ScrollBox className={styles.description}>
          <LongText text={description} firstChars={DESCRIPTION_CHARS} />
        </ScrollBox>
      )}
      {children}
    </>
  );
}
