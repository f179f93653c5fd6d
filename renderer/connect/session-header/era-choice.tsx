import type { FormEvent } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';
import { told } from '../../state/host/command.ts';
import { host } from '../../state/host/host.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EraFields } from '../settings/era-fields.tsx';
import { useSettingsDraft } from '../settings/use-settings-draft.ts';
import styles from './era-chip.module.css';

type Props = {
  readonly info: SessionInfo;
  readonly settings: SessionSettings;
  readonly done: () => void;
};

/** Starts the server again in another era, or asks for another revision. */
export function EraChoice({ info, settings: current, done }: Props) {
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
