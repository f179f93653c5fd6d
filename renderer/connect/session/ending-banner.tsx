import { useState } from 'react';
import {
  ENDED_HERE,
  PRINTS_TO_STDOUT,
  type StrayLines,
  strayText,
  UNEXPLAINED,
} from '../../../app/checks/doctor/start-failure.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { isAddress } from '../../../app/frame/http-record.ts';
import type { LogMirror } from '../../state/log/log-mirror.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { editAndRestart } from '../../state/session/profiles-store.ts';
import { restartSession } from '../../state/session/session-commands.ts';
import styles from '../../ui/controls/banner.module.css';
import { drawnText, unbrokenText } from '../../ui/format/drawn-text.tsx';
import { Button, kit, TierMark } from '../../ui/kit.tsx';

/** How a session ended: the cause, the next step, and its actions. */
export function EndingBanner({ info }: { readonly info: SessionInfo }) {
  const [opened, setOpened] = useState<'stderr' | 'detail' | null>(null);
  // The end of a session that its client requested is not a failure of the transport.
  const calm = info.exit === '' ? info.state !== 'failed' : info.state === 'closed' && info.kind !== 'tapped';
  const isOwnDefect = info.exit === ENDED_HERE.defect;
  const isRefused = info.exit === ENDED_HERE.refused;
  const { cause, todo, detail } = liveInfo(info)?.failure ?? UNEXPLAINED;
  const toggle = (part: 'stderr' | 'detail') => setOpened(opened === part ? null : part);
  return (
    <section
      aria-label="How the session ended"
      className={styles.banner}
      data-level={calm ? 'info' : isOwnDefect || isRefused ? 'error' : 'transport'}
    >
      <div role="status" className={`${kit.lines} ${styles.whole}`}>
        <p>
          {calm || isOwnDefect ? null : <TierMark tier={isRefused ? 'protocol' : 'transport'} />}{' '}
          <b>{unbrokenText(info.ending)}</b>
        </p>
        {cause === '' ? null : (
          <code className={kit.truncate} title={cause}>
            {drawnText(cause)}
          </code>
        )}
        {todo === '' ? null : <p>{unbrokenText(todo)}</p>}
      </div>
      <div className={`${kit.wrap} ${styles.whole}`}>
        <StartAgain info={info} />
        {isAddress(info.commandLine) ? null : (
          <Button aria-expanded={opened === 'stderr'} onClick={() => toggle('stderr')}>
            stderr
          </Button>
        )}
        {detail === '' ? null : (
          <Button aria-expanded={opened === 'detail'} onClick={() => toggle('detail')}>
            Detail
          </Button>
        )}
        {calm || isOwnDefect ? null : <Button onClick={() => showDialog('doctor')}>Doctor</Button>}
      </div>
      {opened === null ? null : (
        <pre className={styles.lines}>
          {drawnText(opened === 'detail' ? detail : stderrText(sessionLog(info.session).mirror))}
        </pre>
      )}
    </section>
  );
}

function StartAgain({ info }: { readonly info: SessionInfo }) {
  if (info.kind !== 'live') return null;
  const { failure } = info;
  const variable = failure?.variable ?? '';
  const isStart = failure?.wasReady === false;
  // Over HTTP a session that was ready fails only if its server has ended it.
  const isGone = info.http !== undefined && failure?.wasReady === true;
  return (
    <>
      {variable === '' ? null : (
        <Button look="primary" onClick={() => editAndRestart(info, variable)}>
          Add variable {variable}
        </Button>
      )}
      {failure === null ? null : (
        <Button look={isStart && variable === '' ? 'primary' : 'plain'} onClick={() => editAndRestart(info)}>
          Edit and start again
        </Button>
      )}
      <Button look={isGone ? 'primary' : 'plain'} onClick={() => void restartSession(info.session)}>
        {isGone ? 'Initialize again' : 'Restart'}
      </Button>
    </>
  );
}

/** Reports the first stray line while the start still waits for an answer. */
export function StrayBanner({ stray }: { readonly stray: StrayLines }) {
  return (
    <section aria-label="Stray lines on stdout" className={styles.banner} data-level="transport">
      <div role="alert" className={`${kit.lines} ${styles.whole}`}>
        <p>
          <TierMark tier="transport" /> <b>This server prints to stdout. {strayText(stray)}</b>
        </p>
        <code className={kit.truncate} title={stray.first}>
          {drawnText(stray.first)}
        </code>
        <p>{PRINTS_TO_STDOUT}</p>
      </div>
    </section>
  );
}

const LINES = 12;
const SEARCHED_ROWS = 20_000;

function stderrText(mirror: LogMirror): string {
  const lines: string[] = [];
  const { table } = mirror;
  const end = Math.max(0, table.length - SEARCHED_ROWS);
  for (let index = table.length - 1; index >= end && lines.length < LINES; index -= 1) {
    if (table.columns.kind.at(index) === 'stderr') lines.push(table.row(index)?.text ?? '');
  }
  return lines.length === 0 ? 'The server wrote nothing to stderr.' : lines.reverse().join('\n');
}
