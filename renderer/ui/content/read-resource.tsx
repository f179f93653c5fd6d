import { type ReactNode, useContext, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { RowLink } from '../controls/row-link.tsx';
import { type ContentBlock, readContents } from './content-block.ts';
import styles from './content-blocks.module.css';
import { ContentSourceContext, type ResourceReading } from './content-source.ts';

type Reading =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | Extract<ResourceReading, { readonly kind: 'failed' }>
  | { readonly kind: 'read'; readonly blocks: readonly ContentBlock[]; readonly seq: number };

type Props = {
  readonly uri: string;
  /** Draws the contents that came back. */
  readonly show: (blocks: readonly ContentBlock[]) => ReactNode;
};

/** A button that asks the server for a resource, and what came back below it. */
export function ReadResource({ uri, show }: Props) {
  const source = useContext(ContentSourceContext);
  const [reading, setReading] = useState<Reading>({ kind: 'none' });
  if (source === null) return null;
  const { session, refusal } = source;
  const read = async () => {
    setReading({ kind: 'reading' });
    const answer = await source.read(uri);
    const { seq } = answer;
    setReading(
      answer.kind === 'read' ? { kind: 'read', blocks: readContents(answer.contents), seq } : answer,
    );
  };
  const word = reading.kind === 'read' ? 'Read again' : 'Read';
  return (
    <div className={styles.read}>
      <Button
        disabled={refusal !== '' || reading.kind === 'reading'}
        title={refusal === '' ? undefined : refusal}
        aria-label={`${word} ${uri}`}
        onClick={() => void read()}
      >
        {word}
      </Button>
      {reading.kind === 'failed' && (
        <p role="alert" className={styles.failed}>
          {reading.why} <LogLink session={session} seq={reading.seq} />
        </p>
      )}
      {reading.kind === 'read' && (
        <section aria-label={`Contents of ${uri}`}>
          <p className={styles.readHead}>
            {reading.blocks.length === 0 ? 'The server gave no contents.' : 'The server gave:'}{' '}
            <LogLink session={session} seq={reading.seq} />
          </p>
          {show(reading.blocks)}
        </section>
      )}
    </div>
  );
}

function LogLink({ session, seq }: { readonly session: string; readonly seq: number }) {
  if (seq === 0) return null;
  return (
    <RowLink session={session} seq={seq}>
      show it in the log
    </RowLink>
  );
}
