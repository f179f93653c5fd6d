import { useRef } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { Row } from '../../app/frame/row.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { loadFrame, useComposer } from '../state/raw-editor/raw-editor-store.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { restartSession } from '../state/session/session-commands.ts';
import { canRestart } from '../state/session/session-words.ts';
import { byteSize } from '../ui/content/byte-size.ts';
import { Button } from '../ui/controls/button.tsx';
import { DialogShell } from '../ui/controls/dialog-shell.tsx';
import { clockWords } from '../ui/format/clock-words.ts';
import { whyNotWrite } from './can-write.ts';
import styles from './composer.module.css';
import { leaveTemplate, templateOf } from './composer-actions.ts';
import { LineEditor } from './line-editor.tsx';
import { linesByHand } from './replies.ts';
import { ReplyView } from './reply-view.tsx';
import { TemplateList } from './template-list.tsx';

/** Writes any bytes to the server as a line, with a template for each of the standard mistakes. */
export function ComposerDialog() {
  const info = useActiveSession();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <DialogShell title="Write a raw line" width={1120} initialFocus={field}>
      {info === undefined ? (
        <p className={styles.none}>{whyNotWrite(info)}</p>
      ) : (
        <div className={styles.body}>
          <TemplateList info={info} onChosen={() => field.current?.focus()} />
          <div className={styles.work}>
            <TemplateAbout />
            <LineEditor info={info} field={field} />
            <CannotWrite info={info} />
            <ReplyView info={info} />
            <SentLines info={info} />
          </div>
        </div>
      )}
    </DialogShell>
  );
}

function CannotWrite({ info }: { readonly info: SessionInfo }) {
  const reason = whyNotWrite(info);
  if (reason === '') return null;
  return (
    <div className={styles.cannot} role="status">
      <span>{reason}</span>
      {canRestart(info) && <Button onClick={() => void restartSession(info.session)}>Restart</Button>}
    </div>
  );
}

/** What the chosen template breaks, and what a good server makes of it. */
function TemplateAbout() {
  const template = templateOf(useComposer((state) => state.template));
  if (template === undefined) {
    return (
      <p className={styles.about}>
        The line goes out as it is, with a line feed after it. It is marked as written by hand, and no error
        that it provokes is counted against the server. A template at the left fills in one standard mistake.
      </p>
    );
  }
  return (
    <section className={styles.about} aria-label="About this template">
      <div className={styles.aboutHead}>
        <h3>{template.title}</h3>
        <Button look="quiet" onClick={leaveTemplate}>
          Keep the line, drop the expectation
        </Button>
      </div>
      <dl>
        <dt>breaks</dt>
        <dd>{template.breaks}</dd>
        <dt>a good server</dt>
        <dd>{template.expects}</dd>
        <dt>source</dt>
        <dd className={styles.source}>{template.source}</dd>
      </dl>
    </section>
  );
}

const SHOWN = 30;

/** The lines that were written by hand in this session, the newest first: each can be edited and sent again. */
function SentLines({ info }: { readonly info: SessionInfo }) {
  const { mirror } = useSessionLog(info.session);
  const rows = linesByHand(mirror.table, SHOWN);
  if (rows.length === 0) return null;
  return (
    <details className={styles.sent}>
      <summary>
        Sent by hand in this session ({rows.length === SHOWN ? `last ${SHOWN}` : rows.length})
      </summary>
      <ul>
        {rows.map((row) => (
          <li key={row.seq}>
            <time>{clockWords(info.startedAt, row.at)}</time>
            <span className={styles.said}>{lineWords(row)}</span>
            <span className={styles.took}>{byteSize(row.sizeBytes)}</span>
            <Button
              look="quiet"
              aria-label={`Edit ${lineWords(row)} again`}
              onClick={() => void loadFrame(info.session, row.seq)}
            >
              Edit again
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function lineWords(row: Row): string {
  if (row.shape === 'invalid') return row.text === '' ? row.method : row.text;
  return `${row.method} ${row.target}${row.id === '' ? '' : ` (id ${row.id})`}`.trim();
}
