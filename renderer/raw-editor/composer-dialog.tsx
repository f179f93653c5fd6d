import { useRef } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { restartSession } from '../state/session/session-commands.ts';
import { canRestart } from '../state/session/session-words.ts';
import { Button } from '../ui/controls/button.tsx';
import { DialogShell } from '../ui/controls/dialog-shell.tsx';
import { whyNotWrite } from './can-write.ts';
import styles from './composer.module.css';
import { LineEditor } from './line-editor.tsx';
import { ReplyView } from './reply-view.tsx';
import { SentLines } from './sent-lines.tsx';
import { TemplateAbout } from './template-about.tsx';
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
