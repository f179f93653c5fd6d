import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { type Era, eraOf, LAST_INITIALIZE } from '../../../app/protocol/revisions.ts';
import { host, notifyFailure } from '../../state/host/host.ts';
import { showRow } from '../../state/session/session-commands.ts';
import { canRestart } from '../../state/session/session-text.ts';
import { Button, kit } from '../../ui/kit.tsx';

type Props = {
  readonly info: SessionInfo;
  /** A row was selected: the popover above the log can close. */
  readonly onFollow: () => void;
};

/** Links to the frames that decided the era. */
export function ProbeFrames({ info, onFollow }: Props) {
  const { session } = info;
  const eraFrames = liveInfo(info)?.eraFrames ?? [];
  if (eraFrames.length === 0) return null;
  const follow = (seq: number) => {
    showRow(session, seq);
    onFollow();
  };
  return (
    <p className={`${kit.wrap} ${kit.mute}`}>
      Frames of the probe:
      {eraFrames.map((seq) => (
        <Button look="link" key={seq} onClick={() => follow(seq)} aria-label={`Row ${seq}`}>
          #{seq}
        </Button>
      ))}
    </p>
  );
}

/** The era of a session; if the session is only displayed, it follows from the revision. */
export function eraOfSession(info: SessionInfo): Era | undefined {
  const { protocolVersion } = info;
  const era = liveInfo(info)?.era ?? null;
  if (era !== null) return era;
  return protocolVersion === null ? undefined : eraOf(protocolVersion);
}

/** The label in the header and its menu for switching to the era that most hosts use. */
export const OTHER_ERA = `Reconnect as ${LAST_INITIALIZE}`;

/** True for a live session in the newer era: most hosts use the older one. */
export function mayTryOtherEra(info: SessionInfo): boolean {
  return eraOfSession(info) === 'modern' && info.state === 'ready' && canRestart(info);
}

export function tryOtherEra({ session }: SessionInfo): void {
  void notifyFailure(host().restart({ session, era: 'initialize', revision: LAST_INITIALIZE }));
}

/** Why a session has its era, as one sentence. */
export function eraReason(info: SessionInfo): string {
  const reason = liveInfo(info)?.eraReason ?? '';
  if (reason !== '') return reason;
  if (eraOfSession(info) === undefined) return 'The era is still open.';
  return 'Read from the traffic: this app did not choose it.';
}
