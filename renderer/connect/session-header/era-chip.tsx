import { Popover } from '@base-ui/react/popover';
import { type FormEvent, useState } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';
import { told } from '../../state/host/command.ts';
import { host } from '../../state/host/host.ts';
import { showDialog } from '../../state/screen/screen-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/popover-panel.tsx';
import { EraFields } from '../settings/era-fields.tsx';
import { useSettingsDraft } from '../settings/use-settings-draft.ts';
import styles from './era-chip.module.css';
import { eraOfSession, eraReason, ProbeFrames } from './era-now.tsx';

/** The revision that is spoken; opens the era, its reason and the frames of the probe, and the choice of another. */
export function EraChip({ info }: { readonly info: SessionInfo }) {
  const [open, setOpen] = useState(false);
  const era = eraOfSession(info);
  const settings = liveInfo(info)?.settings;
  if (era === undefined && info.protocolVersion === null) return null;
  const revision = info.protocolVersion ?? 'no revision yet';
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={`${chip.chip} ${styles.chip}`}
        aria-label={`Protocol revision ${revision}${era === undefined ? '' : ` ${era} era`}`}
        title="The negotiated protocol revision, the era, and why"
      >
        {revision} {era === undefined ? null : <small>{era}</small>}
      </Popover.Trigger>
      <PopoverPanel title={era === undefined ? 'Era' : `Era: ${era}`} className={styles.popup}>
        <Popover.Description className={styles.reason}>{eraReason(info)}</Popover.Description>
        <ProbeFrames info={info} onFollow={() => setOpen(false)} />
        {settings === undefined ? null : (
          <>
            <EraChoice
              key={`${settings.era} ${settings.revision}`}
              info={info}
              settings={settings}
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
      </PopoverPanel>
    </Popover.Root>
  );
}

type Props = {
  readonly info: SessionInfo;
  readonly settings: SessionSettings;
  readonly done: () => void;
};

/** Starts the server again in another era, or asks for another revision. */
function EraChoice({ info, settings: current, done }: Props) {
  const edited = useSettingsDraft(current);
  const { settings } = edited;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (settings === undefined) return;
    const { era, revision } = settings;
    void told(host().restart({ session: info.session, era, revision }));
    done();
  };
  return (
    <form className={styles.choice} onSubmit={submit}>
      <EraFields {...edited} />
      <Button type="submit" disabled={settings === undefined}>
        Restart with this
      </Button>
    </form>
  );
}
