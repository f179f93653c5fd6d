import { type ReactNode, useContext, useState } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { host, settled } from '../../state/host/host.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import { Button } from '../controls/button.tsx';
import { RowLink } from '../controls/row-link.tsx';
import { type ContentBlock, readContents } from './content-block.ts';
import styles from './content-blocks.module.css';
import { ContentSession } from './content-session.ts';

type Reading =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly why: string; readonly seq: number }
  | { readonly kind: 'read'; readonly blocks: readonly ContentBlock[]; readonly seq: number };

type Props = {
  readonly uri: string;
  /** Draws the contents that came back. */
  readonly show: (blocks: readonly ContentBlock[]) => ReactNode;
};

/** A button that asks the server for a resource, and what came back below it. */
export function ReadResource({ uri, show }: Props) {
  const session = useContext(ContentSession);
  const [reading, setReading] = useState<Reading>({ kind: 'none' });
  const refusal = useScreen(({ sessions }) => {
    const info = sessions.find((one) => one.session === session);
    return info === undefined ? 'The session is closed.' : sendRefusal(info);
  });
  if (session === null) return null;
  const read = async () => {
    setReading({ kind: 'reading' });
    setReading(await readResource(session, uri));
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

async function readResource(session: string, uri: string): Promise<Reading> {
  const answer = await settled(host().readResource({ session, uri }));
  if (!answer.ok) return { kind: 'failed', why: answer.error, seq: 0 };
  const { result, failure, requestSeq: seq } = answer.value;
  if (failure !== '') return { kind: 'failed', why: failure, seq };
  return { kind: 'read', blocks: readContents(isJsonObject(result) ? result.contents : []), seq };
}
