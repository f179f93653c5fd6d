import { useEffect, useState } from 'react';
import type { RecentFile } from '../../../app/contract/recording-commands.ts';
import { forgetRecentFiles, loadRecentFiles, useRecentFiles } from '../../state/runs/recent-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { formatMoment } from '../../ui/format/time-text.ts';
import line from './file-line.module.css';
import { openPaths } from './open-files.ts';
import styles from './recent-files.module.css';

type Props = {
  /** How many are shown at the most. */
  readonly most?: number;
};

/** The files that were opened before: opened again by a click, taken off the list by a button. */
export function RecentFiles({ most = Number.POSITIVE_INFINITY }: Props) {
  const files = useRecentFiles((state) => state.files);
  const [progress, setProgress] = useState('');
  const shown = files.slice(0, most);
  // A file may have gone since the list was read.
  useEffect(() => void loadRecentFiles(), []);
  return (
    <>
      {progress === '' ? null : (
        <p role="status" className={styles.quiet}>
          {progress}
        </p>
      )}
      {shown.length === 0 ? <p className={styles.quiet}>No file has been opened yet.</p> : null}
      {shown.length === 0 ? null : (
        <ul className={styles.files} aria-label="Recent files">
          {shown.map((file) => (
            <Recent
              key={file.path}
              file={file}
              open={() => void openPaths([file.path], setProgress).then(loadRecentFiles)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function Recent({ file, open }: { readonly file: RecentFile; readonly open: () => void }) {
  const { path, name, format, received, missing, openedAt } = file;
  return (
    <li className={styles.file} data-missing={missing !== ''}>
      <Button look="bare" className={line.open} title={path} disabled={missing !== ''} onClick={open}>
        <b>{name}</b>
        <span>{missing === '' ? placeText(path, received) : missing}</span>
      </Button>
      <span className={line.when}>
        <span>{format}</span>
        <time dateTime={openedAt}>{formatMoment(openedAt)}</time>
      </span>
      <Button
        look="quiet"
        aria-label={`Remove ${name} from the list`}
        onClick={() => void forgetRecentFiles([path])}
      >
        Remove
      </Button>
    </li>
  );
}

/** The folder; it is unknown for a file that a browser handed over. */
function placeText(path: string, received: boolean): string {
  return received ? 'handed over by the browser; this is a copy' : path.replace(/[\\/][^\\/]*$/, '') || '/';
}
