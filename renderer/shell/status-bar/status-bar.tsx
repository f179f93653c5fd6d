import type { LogTextsState, SessionInfo } from '../../../app/contract/session-info.ts';
import { useFrontCounts, useFrontView } from '../../state/log/front-view.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { follow } from '../../state/log/log-view.ts';
import {
  MERGED,
  showDialog,
  useActiveSession,
  useScreen,
  useSessionView,
} from '../../state/screen/screen-store.ts';
import { rowTextsTitle } from '../../state/session/session-text.ts';
import { byteSize, counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button } from '../../ui/kit.tsx';
import { later } from '../../ui/later.tsx';
import styles from './status-bar.module.css';

const Protocol = later('Protocol', () => import('./protocol.tsx'));

/** The bottom line: how much is held, whether anything was lost, how fast calls are, and the most important keys. */
export function StatusBar() {
  const session = useActiveSession();
  const merged = useScreen((state) => state.merged);
  return (
    <footer className={styles.bar}>
      {merged ? (
        <MergedFigures />
      ) : session === undefined ? (
        <HostVersion />
      ) : (
        <>
          <LogFigures info={session} />
          <Protocol info={session} />
        </>
      )}
      <span className={styles.keys}>
        <span>
          <kbd>j</kbd> <kbd>k</kbd> rows
        </span>
        <span>
          <kbd>e</kbd> next error
        </span>
        <span>
          <kbd>/</kbd> filter
        </span>
        <Button look="bare" className={styles.link} onClick={() => showDialog('keys')}>
          <kbd>?</kbd> keys
        </Button>
      </span>
    </footer>
  );
}

function HostVersion() {
  const hello = useScreen((state) => state.hello);
  return <span>{hello === null ? '' : `Tierscope ${hello.version}`}</span>;
}

function LogFigures({ info }: { readonly info: SessionInfo }) {
  const log = useSessionLog(info.session);
  const { counts, dropped, texts } = log.mirror.state;
  const { count, p50, p95 } = useFrontView((state) => state.latency);
  return (
    <>
      <Held frames={counts.frames} dropped={dropped} />
      {texts === undefined ? null : <RowTexts {...texts} />}
      {info.state === 'file' ? null : <Following view={info.session} />}
      {count === 0 ? null : (
        <span title={`Of ${count.toLocaleString('en')} answered calls`}>
          p50 {formatDuration(p50)} · p95 {formatDuration(p95)}
        </span>
      )}
    </>
  );
}

function MergedFigures() {
  const { counts, dropped } = useFrontCounts();
  return (
    <>
      <Held frames={counts.frames} dropped={dropped} />
      <Following view={MERGED} />
    </>
  );
}

function Held({ frames, dropped }: { readonly frames: number; readonly dropped: number }) {
  return (
    <span>
      {counted(frames, 'frame')}
      {dropped === 0 ? null : (
        <>
          {' '}
          · <span className={styles.warning}>{dropped.toLocaleString('en')} dropped</span>
        </>
      )}
    </span>
  );
}

function RowTexts(texts: LogTextsState) {
  const { heldBytes, limitBytes, onDisk, letGo } = texts;
  if (onDisk + letGo === 0 && heldBytes < limitBytes / 2) return null;
  return (
    <span
      className={letGo > 0 ? `${styles.texts} ${styles.warning}` : styles.texts}
      title={rowTextsTitle(texts)}
    >
      row text {byteSize(heldBytes)} of {byteSize(limitBytes)}
      {onDisk === 0 ? null : `, ${counted(onDisk, 'row')} on disk`}
      {letGo === 0 ? null : `, ${counted(letGo, 'row')} without text`}
    </span>
  );
}

function Following({ view }: { readonly view: string }) {
  const { following } = useSessionView(view);
  return (
    <Button
      look="bare"
      className={styles.link}
      aria-pressed={following}
      onClick={() => follow(view, !following)}
    >
      {following ? 'following' : 'not following'}
    </Button>
  );
}
