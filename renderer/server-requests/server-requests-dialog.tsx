import { useState } from 'react';
import { isJsonObject } from '../../app/base/json-value.ts';
import type { LiveInfo } from '../../app/contract/session-info.ts';
import type { SessionSettings, SettingsChange } from '../../app/protocol/session-settings.ts';
import { givenRoots, type Root, RootsEditor } from '../shared/roots-editor.tsx';
import { host, settled } from '../state/host/host.ts';
import { closeDialog, showDialog } from '../state/screen/screen-actions.ts';
import { useActiveSession } from '../state/screen/screen-store.ts';
import { Button } from '../ui/controls/button.tsx';
import dialogForm from '../ui/controls/dialog-form.module.css';
import { DialogShell } from '../ui/controls/dialog-shell.tsx';
import { Fault } from '../ui/controls/fields.tsx';
import { Form } from '../ui/controls/form.tsx';
import { AnswersSettings } from './answers-settings.tsx';
import styles from './policy-field.module.css';

/** The policies and roots of the session in front. They take effect when they are applied. */
export function ServerRequestsDialog() {
  const info = useActiveSession();
  return (
    <DialogShell title="Answers and roots" width={600}>
      {info?.kind !== 'live' ? (
        <p className={styles.dialog}>Only a session with a server of its own has answers and roots.</p>
      ) : (
        <ServerRequestsSettings key={info.session} info={info} settings={info.settings} />
      )}
    </DialogShell>
  );
}

type Props = { readonly info: LiveInfo; readonly settings: SessionSettings };

function ServerRequestsSettings({ info, settings }: Props) {
  const [answers, setAnswers] = useState(settings.answers);
  const [roots, setRoots] = useState<readonly Root[]>(settings.roots);
  const [fault, setFault] = useState('');
  const apply = async () => {
    const given = givenRoots(roots);
    const others = JSON.stringify(given) !== JSON.stringify(settings.roots);
    const change: SettingsChange = others ? { answers, roots: given } : { answers };
    const applied = await settled(host().configure({ session: info.session, settings: change }));
    if (applied.ok) closeDialog('server-requests');
    else setFault(applied.error);
  };
  return (
    <Form className={styles.dialog} onSubmit={() => void apply()}>
      <AnswersSettings answers={answers} onChange={setAnswers} />
      <RootsEditor roots={roots} folder={info.cwd} onChange={setRoots} />
      <p className={styles.note}>{rootsNote(info)}</p>
      <Fault text={fault} />
      <div className={dialogForm.actions}>
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button look="primary" type="submit">
          Apply
        </Button>
      </div>
    </Form>
  );
}

/** How the server learns that its roots have changed. */
function rootsNote({ era, settings }: LiveInfo): string {
  const { roots } = settings.capabilities ?? {};
  if (roots === undefined) return 'The client does not declare roots: the server cannot ask for them.';
  if (era === 'modern') return 'Since 2026-07-28 a server asks for the roots whenever it needs them.';
  return isJsonObject(roots) && roots.listChanged === true
    ? 'New roots are announced by notifications/roots/list_changed.'
    : 'roots.listChanged is not declared: the server learns of new roots only when it asks again.';
}
