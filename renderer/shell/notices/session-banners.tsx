import { useState } from 'react';
import type { FileProblem, SessionInfo } from '../../../app/contract/session-info.ts';
import { OffersBanner } from '../../connect/session/offers-banner.tsx';
import { SendAgainBanner } from '../../runs/re-run/send-again-banner.tsx';
import { AskBanner } from '../../server-requests/ask-banner.tsx';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { restartSession } from '../../state/session/session-commands.ts';
import { canRestart } from '../../state/session/session-words.ts';
import styles from '../../ui/controls/banner.module.css';
import { Button } from '../../ui/controls/button.tsx';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { lastStderr } from './last-stderr.ts';
import { OpeningBanner } from './opening-banner.tsx';

/** What a user must know of a session before reading its log: how it ended, what its file lacks. */
export function SessionBanners({ info }: { readonly info: SessionInfo }) {
  return (
    <>
      <AskBanner info={info} />
      {info.kind !== 'file' || info.opening === undefined ? null : (
        <OpeningBanner info={info} opening={info.opening} />
      )}
      {info.ending === '' ? null : <EndingBanner info={info} />}
      <OffersBanner info={info} />
      <SendAgainBanner info={info} />
      {info.kind !== 'live' || info.recordingFault === '' ? null : (
        <div role="alert" className={styles.banner} data-level="error">
          <p>
            <b>This session is not being recorded.</b> {info.recordingFault}
          </p>
        </div>
      )}
      {info.kind === 'live' || info.problems.length === 0 ? null : (
        <ProblemsBanner problems={info.problems} />
      )}
      {info.kind !== 'file' || info.notes.length === 0 ? null : <NotesBanner notes={info.notes} />}
    </>
  );
}

function EndingBanner({ info }: { readonly info: SessionInfo }) {
  const [lines, setLines] = useState<readonly string[] | null>(null);
  // What its client asked for is no failure of the pipe.
  const calm = info.state === 'closed' && (info.kind !== 'tapped' || info.exit === '');
  return (
    <section
      aria-label="How the session ended"
      className={styles.banner}
      data-level={calm ? 'info' : 'transport'}
    >
      <p role="status">
        {calm ? null : <TierMark tier="transport" />} <b>{info.ending}</b>
      </p>
      <Button
        aria-expanded={lines !== null}
        onClick={() => setLines(lines === null ? lastStderr(sessionLog(info.session).mirror) : null)}
      >
        Last stderr lines
      </Button>
      {canRestart(info) ? (
        <Button onClick={() => void restartSession(info.session)}>Restart server</Button>
      ) : null}
      {lines === null ? null : (
        <pre className={styles.lines}>
          {lines.length === 0 ? 'The server wrote nothing to stderr.' : lines.join('\n')}
        </pre>
      )}
    </section>
  );
}

/** What the format of another tool cannot tell, so that nobody takes a gap for a fact. */
function NotesBanner({ notes }: { readonly notes: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const [first = ''] = notes;
  return (
    <section aria-label="What this format cannot tell" className={styles.banner} data-level="info">
      <p>
        <b>What this format cannot tell:</b> {first}
      </p>
      {notes.length < 2 ? null : (
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Less' : `${notes.length - 1} more`}
        </Button>
      )}
      {open ? <pre className={styles.lines}>{notes.slice(1).join('\n')}</pre> : null}
    </section>
  );
}

function ProblemsBanner({ problems }: { readonly problems: readonly FileProblem[] }) {
  const [open, setOpen] = useState(false);
  const [first] = problems;
  const count = problems.length;
  return (
    <section aria-label="Problems of the file" className={styles.banner} data-level="warning">
      <p>
        <b>
          {count === 1
            ? 'One line of the file could not be read.'
            : `${count} lines of the file could not be read.`}
        </b>{' '}
        {count === 1 && first !== undefined ? problemWords(first) : 'The rest is shown.'}
      </p>
      {count < 2 ? null : (
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide them' : 'Show them'}
        </Button>
      )}
      {open ? <pre className={styles.lines}>{problems.map(problemWords).join('\n')}</pre> : null}
    </section>
  );
}

function problemWords({ line, message }: FileProblem): string {
  return line === 0 ? message : `Line ${line}: ${message}`;
}
