import { useState } from 'react';
import { type FileInfo, fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { LineProblem } from '../../../app/recording/recording-reader.ts';
import { EndingBanner, StrayBanner } from '../../connect/session/ending-banner.tsx';
import { ReconnectBanner } from '../../connect/session/reconnect-suggestions.tsx';
import { ProbeOfFileBanner } from '../../runs/probe/probe-banner.tsx';
import { ReRunBanner } from '../../runs/re-run/end-text.tsx';
import { HeldBanner } from '../../server/answers/held-banner.tsx';
import { ServerRequestBanner } from '../../server/requests/server-request-banner.tsx';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { closeSession } from '../../state/session/session-commands.ts';
import styles from '../../ui/controls/banner.module.css';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button } from '../../ui/kit.tsx';

/** Banners to read before a session's log: how it ended, and gaps in its file. */
export function SessionBanners({ info }: { readonly info: SessionInfo }) {
  return (
    <>
      <ServerRequestBanner info={info} />
      <HeldBanner info={info} />
      {info.kind !== 'file' || info.opening === undefined ? null : (
        <OpeningBanner info={info} opening={info.opening} />
      )}
      {info.ending === '' ? null : <EndingBanner info={info} />}
      {info.kind !== 'live' || info.stray === null || info.state !== 'starting' ? null : (
        <StrayBanner stray={info.stray} />
      )}
      <ReconnectBanner info={info} />
      <ReRunBanner info={info} />
      <ProbeOfFileBanner info={info} />
      {[
        ['This session is not being recorded.', info.kind === 'live' ? info.recordingFault : ''],
        ['The end of this session is not analyzed.', info.analysisFault],
      ].map(([head, fault]) =>
        fault === '' ? null : (
          <div key={head} role="alert" className={styles.banner} data-level="error">
            <p>
              <b>{head}</b> {fault}
            </p>
          </div>
        ),
      )}
      {info.kind === 'live' || info.problems.length === 0 ? null : (
        <UnfoldingBanner
          name="Problems of the file"
          level="warning"
          head={unreadText(info.problems)}
          lines={info.problems.map(({ line, message }) =>
            line === 0 ? message : `Line ${line}: ${message}`,
          )}
        />
      )}
      {info.kind !== 'file' || info.notes.length === 0 ? null : (
        <UnfoldingBanner
          name="What this format cannot tell"
          level="info"
          head="What this format cannot tell:"
          lines={info.notes}
        />
      )}
    </>
  );
}

type UnfoldingBannerProps = {
  readonly name: string;
  readonly level: 'info' | 'warning';
  readonly head: string;
  readonly lines: readonly string[];
};

/** Shows the first line, and the others on a click. */
function UnfoldingBanner({ name, level, head, lines: [first, ...more] }: UnfoldingBannerProps) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={name} className={styles.banner} data-level={level}>
      <p>
        <b>{head}</b> {first}
      </p>
      {more.length === 0 ? null : (
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Less' : counted(more.length, 'more note')}
        </Button>
      )}
      {open ? <pre className={styles.lines}>{more.join('\n')}</pre> : null}
    </section>
  );
}

/** How many lines were not read; empty if something else is wrong with the file. */
function unreadText(problems: readonly LineProblem[]): string {
  const count = problems.filter(({ line }) => line > 0).length;
  if (count === 0) return '';
  return count === 1
    ? 'One line of the file could not be read.'
    : `${count} lines of the file could not be read.`;
}

type Opening = NonNullable<FileInfo['opening']>;

function OpeningBanner({ info, opening }: { readonly info: SessionInfo; readonly opening: Opening }) {
  const { mirror } = useSessionLog(info.session);
  const percent = Math.floor((100 * opening.bytesRead) / Math.max(1, opening.bytesTotal));
  return (
    <section aria-label="Opening the file" className={styles.banner} data-level="info">
      <p>
        <b>Opening: {percent} % is read</b>
        {mirror.length === 0
          ? '. The rows come when the file was read through once.'
          : `, ${mirror.length.toLocaleString('en')} rows are here and can be read, filtered and searched. Findings and the vocabulary come with the end of the file.`}
      </p>
      <progress aria-label="Part of the file that is read" max={100} value={percent} />
      <Button onClick={() => cancelOpening(info.file)}>Cancel</Button>
    </section>
  );
}

function cancelOpening(file: string): void {
  for (const other of useScreen.getState().sessions) {
    if (other.file === file && fileInfo(other)?.opening !== undefined) void closeSession(other.session);
  }
}
