import { useRef, useState } from 'react';
import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import { openVariables } from '../../../app/hosts/profiles/open-variables.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import { Form, TextField } from '../../ui/controls/fields.tsx';
import { Button, DialogShell, Facts, kit } from '../../ui/kit.tsx';
import { startProfile } from './profile-actions.ts';

/** Shows the whole command of a profile before it starts, and asks for the values of its open variables. */
export function StartDialog() {
  const { profiles, chosen } = useProfiles();
  const profile = profiles.find(({ id }) => id === chosen);
  return profile === undefined ? null : <Start profile={profile} />;
}

function Start({ profile }: { readonly profile: SavedProfile }) {
  const start = useRef<HTMLButtonElement>(null);
  const firstPrompt = useRef<HTMLInputElement>(null);
  const open = openVariables(profile);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(open.map(({ written, fallback }) => [written, fallback])),
  );
  const submit = () => {
    showDialog(null);
    void startProfile(profile, values);
  };
  return (
    <DialogShell
      title={`Start ${profile.name}`}
      initialFocus={open.length === 0 ? start : firstPrompt}
      width={620}
    >
      <Form className={kit.dialog} onSubmit={submit}>
        <p>
          {profile.seen
            ? 'This server asks for values before it is started. They are not kept.'
            : 'This server came out of a file. Start it only if you know what its command does.'}
        </p>
        <Command profile={profile} />
        {open.map(({ written, name, description, password }, index) => (
          <TextField
            key={written}
            label={name}
            hint={description}
            ref={index === 0 ? firstPrompt : undefined}
            type={password ? 'password' : 'text'}
            value={values[written] ?? ''}
            onChange={(text) => setValues((before) => ({ ...before, [written]: text }))}
          />
        ))}
        <div className={kit.foot}>
          <Button onClick={() => showDialog(null)}>Cancel</Button>
          <Button ref={start} type="submit" look="primary">
            Start
          </Button>
        </div>
      </Form>
    </DialogShell>
  );
}

function Command({ profile }: { readonly profile: SavedProfile }) {
  const { commandLine, cwd, env } = profile;
  return (
    <Facts
      className={kit.card}
      facts={[
        ['Command', <code key="command">{commandLine}</code>],
        ['Folder', cwd !== '' && <code>{cwd}</code>],
        [
          'Variables',
          env.length > 0 &&
            env.map((entry) => (
              <code key={entry.name} className={kit.block}>
                {entry.name}
                {'value' in entry ? `=${entry.value}` : ' (secret)'}
              </code>
            )),
        ],
      ]}
    />
  );
}
