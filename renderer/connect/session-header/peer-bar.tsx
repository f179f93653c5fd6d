import { type FileInfo, liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { ProvokedCounter } from '../../state/session/provoked-counter.tsx';
import { TierCounter } from '../../state/session/tier-counter.tsx';
import styles from '../../ui/controls/session-bar.module.css';
import { EraChip } from './era-chip.tsx';
import { OriginChip } from './origin-chip.tsx';
import { SessionActions } from './session-actions.tsx';
import { VocabularyChip } from './vocabulary-chip.tsx';
import { WatchChip } from './watch-chip.tsx';

/** Who is at the other end, how its calls went, and what to do with the session. */
export function PeerBar({ info }: { readonly info: SessionInfo }) {
  const { counts } = useSessionLog(info.session).mirror.state;
  const name = info.server === null ? info.label : `${info.server.name} ${info.server.version}`;
  return (
    <div className={styles.bar}>
      <div className={styles.peer}>
        <h1 className={styles.name} title={name}>
          {name}
        </h1>
        <EraChip info={info} />
        <WatchChip info={info} />
        <OriginChip info={info} />
        <VocabularyChip info={info} />
      </div>
      <div className={styles.tiers}>
        {ERROR_TIERS.map((tier) => (
          <TierCounter key={tier} tier={tier} count={counts[tier]} />
        ))}
        <ProvokedCounter count={counts.provoked} />
      </div>
      <RecordState info={info} />
      <SessionActions info={info} />
    </div>
  );
}

/** Whether the session is being written to disk, and where. */
function RecordState({ info }: { readonly info: SessionInfo }) {
  const { word, title } = recordWords(info);
  const isWritten = (liveInfo(info)?.recordingFault ?? '') === '';
  if (word === '') return null;
  return (
    <span className={styles.record} data-fault={!isWritten} title={title}>
      <svg aria-hidden="true" width="9" height="9" viewBox="0 0 9 9">
        <circle cx="4.5" cy="4.5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.3" />
        {isWritten ? <circle cx="4.5" cy="4.5" r="1.7" fill="currentColor" /> : null}
      </svg>
      <span>{word}</span>
    </span>
  );
}

function recordWords(info: SessionInfo): { word: string; title: string } {
  if (info.kind === 'file') return fromFile(info);
  const fault = liveInfo(info)?.recordingFault ?? '';
  if (fault !== '') return { word: 'not recorded', title: fault };
  if (info.file === '') return { word: '', title: '' };
  const live = info.state === 'starting' || info.state === 'ready';
  const by = info.kind === 'tapped' ? 'Written by the tap to' : 'Written to';
  return { word: live ? 'recording' : 'recorded', title: `${by} ${info.file}` };
}

function fromFile({ file, markedCopy = '' }: FileInfo): { word: string; title: string } {
  return {
    word: 'from file',
    title: markedCopy === '' ? file : `${file}\nIts marks are kept in ${markedCopy}`,
  };
}
