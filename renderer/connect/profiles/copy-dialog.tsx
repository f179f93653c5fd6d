import { useState } from 'react';
import type { HostCopy } from '../../../app/contract/profile-commands.ts';
import { secretNames } from '../../../app/hosts/profiles/profile.ts';
import { host, notifyFailure, settled, useLoaded } from '../../state/host/host.ts';
import { closeDialog, notify, showDialog } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { CheckLine, Fault, SelectField } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';
import styles from './other-hosts-dialog.module.css';

/** Writes a profile into another host's file after showing the change. */
export function CopyDialog() {
  const { profiles, chosen } = useProfiles();
  const profile = profiles.find(({ id }) => id === chosen);
  const id = profile?.id ?? '';
  const targets = useLoaded('targets', () => notifyFailure(host().listHostFiles({}))) ?? [];
  const [wanted, setPath] = useState('');
  const path = wanted || (targets[0]?.path ?? '');
  const [withSecrets, setWithSecrets] = useState(false);
  const preview = useLoaded(
    path === '' || id === '' ? '' : 'preview',
    () => settled(host().copyToHost({ profile: id, path, withSecrets, dryRun: true })),
    id,
    path,
    withSecrets,
  );
  const copy = preview?.ok === true ? preview.value : null;
  const target = targets.find((one) => one.path === path);
  const write = async () => {
    const written = await notifyFailure(host().copyToHost({ profile: id, path, withSecrets, dryRun: false }));
    if (written === undefined) return;
    closeDialog('copy-profile');
    const kept = written.backup === '' ? '' : ` The earlier file is kept as ${written.backup}.`;
    notify({ level: 'info', text: `${profile?.name ?? ''} is in ${path}.${kept}` });
  };
  return (
    <DialogShell title={`Copy ${profile?.name ?? ''} to another host`} width={700}>
      <div className={kit.dialog}>
        <SelectField
          label="File"
          options={targets.map((one) => [
            one.path,
            `${one.hostName}: ${one.path}${one.exists ? '' : ' (new)'}`,
          ])}
          value={path}
          onChange={setPath}
        />
        {profile !== undefined && secretNames(profile).length > 0 ? (
          <CheckLine className={kit.remark} checked={withSecrets} onChange={setWithSecrets}>
            Write secret values too, in plain text
          </CheckLine>
        ) : null}
        <Fault className={kit.above} text={preview?.ok === false ? preview.error : ''} />
        {copy === null ? null : <CopyChange copy={copy} />}
        <p className={kit.remark}>
          {target?.exists === false ? 'The file is made new.' : 'The earlier file is kept beside it.'}
        </p>
      </div>
      <div className={kit.foot}>
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button
          look="primary"
          disabled={copy === null || copy.change.length === 0}
          onClick={() => void write()}
        >
          Write the file
        </Button>
      </div>
    </DialogShell>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

function CopyChange({ copy }: { readonly copy: HostCopy }) {
  return (
    <>
      {copy.change.length === 0 ? (
        <p className={kit.remark}>The file has this server already, with the same entry.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        <ol className={`${kit.well} ${styles.change}`} aria-label="Change of the file" tabIndex={0}>
          {copy.change.map(({ kind, line, text }) => (
            <li key={`${kind} ${line}`} data-tone={kind}>
              <span className={kit.mute}>{line}</span>
              {SIGNS[kind]}
              <code>{text}</code>
            </li>
          ))}
        </ol>
      )}
      {copy.notes.map((note) => (
        <p key={note} className={kit.remark}>
          {note}
        </p>
      ))}
    </>
  );
}
