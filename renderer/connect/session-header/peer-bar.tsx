import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { ProvokedCounter } from '../../state/session/provoked-counter.tsx';
import { TierCounter } from '../../state/session/tier-counter.tsx';
import styles from '../../ui/controls/session-bar.module.css';
import { EraChip } from './era-chip.tsx';
import { OriginChip } from './origin-chip.tsx';
import { RecordState } from './record-state.tsx';
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
