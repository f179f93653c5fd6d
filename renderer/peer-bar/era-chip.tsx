import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { type Era, eraOf } from '../../app/protocol/revisions.ts';
import { Button } from '../controls/button.tsx';
import { showRow } from '../session/show-row.ts';
import { showDialog } from '../store/screen-actions.ts';
import styles from './era-chip.module.css';
import { EraChoice } from './era-choice.tsx';

/** The revision that is spoken; opens the era, its reason and the frames of the probe, and the choice of another. */
export function EraChip({ info }: { readonly info: SessionInfo }) {
  const [open, setOpen] = useState(false);
  const era = eraOfSession(info);
  if (era === undefined && info.protocolVersion === null) return null;
  const revision = info.protocolVersion ?? 'no revision yet';
  const follow = (seq: number) => {
    showRow(info.session, seq);
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={styles.chip}
        aria-label={`Protocol revision ${revision}${era === undefined ? '' : `, era ${era}`}`}
        title="The negotiated protocol revision, the era, and why"
      >
        {revision} {era === undefined ? null : <small>{era}</small>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={6} className={styles.positioner}>
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.title}>
              {era === undefined ? 'Era' : `Era: ${era}`}
            </Popover.Title>
            <Popover.Description className={styles.reason}>{reasonOf(info, era)}</Popover.Description>
            <ProbeFrames frames={info.eraFrames ?? []} follow={follow} />
            {info.settings === undefined ? null : (
              <>
                <EraChoice
                  key={`${info.settings.era} ${info.settings.revision}`}
                  info={info}
                  settings={info.settings}
                  done={() => setOpen(false)}
                />
                <Button
                  look="quiet"
                  onClick={() => {
                    setOpen(false);
                    showDialog('session-settings');
                  }}
                >
                  All settings of the session…
                </Button>
              </>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type FramesProps = { readonly frames: readonly number[]; readonly follow: (seq: number) => void };

function ProbeFrames({ frames, follow }: FramesProps) {
  if (frames.length === 0) return null;
  return (
    <p className={styles.frames}>
      Frames of the probe:{' '}
      {frames.map((seq) => (
        <button key={seq} type="button" onClick={() => follow(seq)} aria-label={`Row ${seq}`}>
          #{seq}
        </button>
      ))}
    </p>
  );
}

/** A session that is only shown tells its era by the revision that it speaks. */
function eraOfSession({ era, protocolVersion }: SessionInfo): Era | undefined {
  if (era !== undefined && era !== null) return era;
  return protocolVersion === null ? undefined : eraOf(protocolVersion);
}

function reasonOf({ eraReason = '' }: SessionInfo, era: Era | undefined): string {
  if (eraReason !== '') return eraReason;
  if (era === undefined) return 'The era is still open.';
  return 'Read from the traffic: this app did not choose it.';
}
