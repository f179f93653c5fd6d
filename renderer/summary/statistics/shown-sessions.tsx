import { useMemo } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { participantNames, useSessionNames } from '../../state/log/front-view.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { SelectLine } from '../../ui/controls/fields.tsx';
import { kit } from '../../ui/kit.tsx';

/** The active session, or those in the merged log. */
export function useShownSessions(info: SessionInfo | undefined): readonly SessionInfo[] {
  const sessions = useScreen((state) => state.sessions);
  const leftOut = useScreen((state) => state.leftOut);
  return useMemo(() => {
    if (info !== undefined) return [info];
    const names = participantNames({ sessions, leftOut });
    return sessions.filter(({ session }) => names.includes(session));
  }, [info, sessions, leftOut]);
}

type ChooserProps = {
  readonly label: string;
  readonly infos: readonly SessionInfo[];
  /** The selected session; empty for all. */
  readonly chosen: string | undefined;
  readonly onChoose: (session: string) => void;
  readonly withAll?: boolean;
};

/** Selects a session for a page; renders nothing if there is only one. */
export function SessionChooser({ label, infos, chosen, onChoose, withAll = false }: ChooserProps) {
  const names = useSessionNames();
  if (infos.length < 2) return null;
  const options = infos.map(
    ({ session, label: own }) => [session, names.get(session)?.label ?? own] as const,
  );
  if (withAll) options.unshift(['', `All ${infos.length}`]);
  return <SelectLine label={label} value={chosen ?? ''} onChange={onChoose} options={options} />;
}

export function ReadingLog() {
  return (
    <p className={kit.note} role="status">
      Reading the log…
    </p>
  );
}
