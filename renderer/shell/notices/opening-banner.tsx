import { type FileInfo, fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { closeSession } from '../../state/session/session-commands.ts';
import styles from '../../ui/controls/banner.module.css';
import { Button } from '../../ui/controls/button.tsx';

type Opening = NonNullable<FileInfo['opening']>;

/** How far a large file is read, with a way to end that. Its rows so far are below. */
export function OpeningBanner({ info, opening }: { readonly info: SessionInfo; readonly opening: Opening }) {
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

/** Closes every tab of the file, which ends its reading. */
function cancelOpening(file: string): void {
  for (const other of useScreen.getState().sessions) {
    if (other.file === file && fileInfo(other)?.opening !== undefined) void closeSession(other.session);
  }
}
