import { useMemo, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import {
  healthBadge,
  healthBasis,
  healthJson,
  healthMarkdown,
} from '../../../app/report/health/health-formats.ts';
import type { RunHealth } from '../../../app/report/health/run-health.ts';
import { type ServerHealth, serverHealth } from '../../../app/report/health/server-health.ts';
import { showInLog } from '../../state/log/filter-store.ts';
import { useEarlierRuns, useStatistics } from '../../state/runs/statistics-store.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Fault } from '../../ui/controls/fields.tsx';
import { download } from '../../ui/controls/links.tsx';
import { Button, Card, kit } from '../../ui/kit.tsx';
import { TierChips } from './groups.tsx';
import { EarlierRunsCard, HealthRules, HealthTools } from './health-tables.tsx';
import { ReadingLog, SessionChooser, useShownSessions } from './shown-sessions.tsx';
import styles from './statistics.module.css';

type Props = {
  /** The active session; undefined to choose one on the page. */
  readonly info?: SessionInfo | undefined;
};

/** The health of a server across its runs: findings, failing calls, and tool durations. */
export function HealthView({ info }: Props) {
  const infos = useShownSessions(info);
  const [chosen, choose] = useState('');
  const shown = infos.find(({ session }) => session === chosen) ?? infos[0];
  return (
    <div className={`${kit.stack} ${kit.scroll} ${kit.sunk} ${styles.page}`}>
      <SessionChooser label="Server of" infos={infos} chosen={shown?.session} onChoose={choose} />
      {shown !== undefined && <OfSession key={shown.session} session={shown.session} />}
    </div>
  );
}

function OfSession({ session }: { readonly session: string }) {
  const names = useMemo(() => [session], [session]);
  const read = useStatistics(names)?.get(session);
  if (read === undefined) return <ReadingLog />;
  if (!read.ok) return <Fault text={read.error} />;
  return <Page session={session} now={read.value.run} />;
}

function Page({ session, now }: { readonly session: string; readonly now: RunHealth }) {
  const { runs } = useEarlierRuns(session);
  const health = useMemo(() => serverHealth([now, ...runs]), [now, runs]);
  return (
    <>
      <section className={`${kit.card} ${kit.wrap} ${kit.spread}`} aria-label="Health in short">
        <div>
          <h2 className={styles.big}>{health.server}</h2>
          <p className={kit.mute}>{healthBasis(health)}</p>
        </div>
        <Exports health={health} />
      </section>
      <Card title="Errors by tier" aside="calls, stray lines and process events, over these runs">
        <p className={`${kit.wrap} ${kit.gap2}`}>
          <TierChips
            tiers={{ ok: 0, ...health.errors }}
            calls={health.runs.reduce((sum, { counts }) => sum + counts.requests, 0)}
            of="All runs"
            onTier={(tier) => showInLog([`tier:${tier}`])}
          />
          {Object.values(health.errors).every((count) => count === 0) && 'None.'}
        </p>
      </Card>
      <HealthRules health={health} />
      <HealthTools health={health} />
      <EarlierRunsCard session={session} now={now} />
    </>
  );
}

function Exports({ health }: { readonly health: ServerHealth }) {
  const badge = () => healthBadge(health);
  const saveBadge = () => download('health.svg', [badge()], 'image/svg+xml');
  return (
    <div className={kit.wrap}>
      <img
        className={styles.badge}
        alt="The badge of this server"
        src={`data:image/svg+xml,${encodeURIComponent(badge())}`}
      />
      <Button size="small" onClick={saveBadge}>
        Save badge
      </Button>
      <CopyButton label="Copy as Markdown" text={() => healthMarkdown(health)} done="Copied the health" />
      <CopyButton label="Copy as JSON" text={() => healthJson(health)} done="Copied the health" />
    </div>
  );
}
