import { create } from 'zustand';
import type { ProbeState, ProbeTarget } from '../../../app/contract/probe-commands.ts';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { showDialog, useScreen } from '../screen/screen-store.ts';

type ProbeView = {
  /** Every probe known to the host, oldest first. */
  readonly probes: readonly ProbeState[];
  readonly target: ProbeTarget | null;
  /** The probe whose progress the dialog shows; null while it shows what would be sent. */
  readonly shown: string | null;
  /** Probes with a dismissed banner, or whose result was viewed on this screen. */
  readonly dismissed: readonly string[];
  /** The tabs with a folded result, which leaves room for the log. */
  readonly folded: readonly string[];
};

export const useProbes = create<ProbeView>(() => ({
  probes: [],
  target: null,
  shown: null,
  dismissed: [],
  folded: [],
}));

/** Opens the dialog that probes a server; by default the active session's. */
export function openProbe(target?: ProbeTarget): void {
  const { active } = useScreen.getState();
  const chosen = target ?? (active === null ? null : { kind: 'session' as const, session: active });
  if (chosen === null) return;
  useProbes.setState({ target: chosen, shown: null });
  showDialog('probe');
}

/** A tapped server belongs to its agent; of files, only a probe's own recording names a server to start. */
export function canBeProbed(info: SessionInfo): boolean {
  return info.kind === 'live' || fileInfo(info)?.probe !== undefined;
}

export function showProbe(probe: string): void {
  useProbes.setState({ shown: probe });
  showDialog('probe');
}

export function dismissProbe(probe: string): void {
  useProbes.setState(({ dismissed }) => ({ dismissed: [...dismissed, probe] }));
}

export function foldProbe(session: string, isFolded: boolean): void {
  useProbes.setState(({ folded }) => {
    const others = folded.filter((one) => one !== session);
    return { folded: isFolded ? [...others, session] : others };
  });
}
