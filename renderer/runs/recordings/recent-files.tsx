import { useEffect } from 'react';
import type { RecentFile } from '../../../app/contract/recording-commands.ts';
import { forgetRecentFiles, loadRecentFiles, useRecentFiles } from '../../state/runs/recent-store.ts';
import { formatMoment } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import line from './file-line.module.css';
import { openPaths } from './open-files.ts';

/** The recently opened files: a click reopens one, a button removes it from the list. */
export function RecentFiles({ most = Number.POSITIVE_INFINITY }: { readonly most?: number }) {
  const files = useRecentFiles((state) => state.files);
  // A file may have been removed since the list was loaded.
  useEffect(() => void loadRecentFiles(), []);
  return (
    <ListView
      label="Recent files"
      className={`${kit.divided} ${kit.tall}`}
      items={files.slice(0, most)}
      keyOf={({ path }) => path}
      row={({ missing }) => ({ className: `${kit.option} ${line.file}`, 'data-missing': missing !== '' })}
      empty="No file has been opened yet."
    >
      {(file) => <Recent file={file} open={() => void openPaths([file.path]).then(loadRecentFiles)} />}
    </ListView>
  );
}

function Recent({ file, open }: { readonly file: RecentFile; readonly open: () => void }) {
  const { path, name, format, received, missing, openedAt } = file;
  return (
    <>
      <Button
        look="bare"
        className={`${kit.stack} ${line.open}`}
        title={path}
        disabled={missing !== ''}
        onClick={open}
      >
        <b className={kit.truncate}>{name}</b>
        <small className={kit.truncate}>{missing === '' ? placeText(path, received) : missing}</small>
      </Button>
      <span className={`${kit.stack} ${kit.note} ${line.when}`}>
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
    </>
  );
}

/** The folder; unknown for a file uploaded by a browser. */
function placeText(path: string, received: boolean): string {
  return received ? 'handed over by the browser; this is a copy' : path.replace(/[\\/][^\\/]*$/, '') || '/';
}
