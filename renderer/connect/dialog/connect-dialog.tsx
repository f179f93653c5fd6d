import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { StartPlace } from '../../../app/contract/probe-commands.ts';
import { isAddress } from '../../../app/frame/http-record.ts';
import {
  DEFAULT_SETTINGS,
  settingsChanges,
  settingsDifference,
  withSettings,
} from '../../../app/protocol/session-settings.ts';
import { host, settled } from '../../state/host/host.ts';
import { openProbe } from '../../state/runs/probe-store.ts';
import { showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { type ReusedVariables, useConnectStart, useProfiles } from '../../state/session/profiles-store.ts';
import { startErrorLab } from '../../state/session/session-commands.ts';
import { AreaField, CheckLine, Form, StatusText, TextField } from '../../ui/controls/fields.tsx';
import { formatCommand } from '../../ui/format/command-text.ts';
import { Button, DialogShell, IconButton, kit } from '../../ui/kit.tsx';
import { openProfile } from '../profiles/profile-actions.ts';
import { draftOfSettings, useSettingsDraft } from '../settings/settings-draft.ts';
import { FoldedSettings } from '../settings/settings-fields.tsx';
import { type ConnectDraft, connect, envLines, envText } from './connect-draft.ts';
import { type RecentCommand, recentCommands } from './recent-command.ts';

/** Connects to a server by command or address. The input is kept until the connection succeeds. */
export function ConnectDialog() {
  const command = useRef<HTMLInputElement>(null);
  const variables = useRef<HTMLTextAreaElement>(null);
  const [start] = useState(useConnectStart.getState);
  const [draft, setDraft] = useState<ConnectDraft>(start);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const [saves, setSaves] = useState(false);
  const [recent] = useState(recentCommands);
  const edited = useSettingsDraft(withSettings(DEFAULT_SETTINGS, start.settings));
  const { settings } = edited;
  const change = (part: Partial<ConnectDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFault('');
  };
  const type = (commandLine: string) => {
    change({ commandLine });
    command.current?.focus();
  };
  const reuse = ({ envNames, settings: used, ...chosen }: RecentCommand) => {
    change({ ...chosen, env: envText(envNames, draft.env), kept: undefined });
    edited.change(draftOfSettings(withSettings(DEFAULT_SETTINGS, used)));
  };
  const place = useStartPlace(draft);
  const isHttp = isAddress(draft.commandLine.trim());
  const env = envLines(draft.env, isHttp);
  const ready = draft.commandLine.trim() !== '' && env.ok && settings !== undefined && !busy;

  const submit = async () => {
    if (!ready) return;
    setBusy(true);
    const { replaces } = start;
    const changed = settingsDifference(settings);
    const answer = await connect(draft, { env: env.value, settings: changed, saves, replaces });
    setBusy(false);
    if (answer !== '') setFault(answer);
  };
  return (
    <DialogShell
      title={start.replaces === undefined ? 'Connect to a server' : 'Edit and start again'}
      initialFocus={start.focus === 'variables' ? variables : command}
      width={620}
    >
      <Form className={kit.dialog} onSubmit={() => void submit()}>
        <TextField
          label="Command"
          hint="or the address of a server; quoted as in a shell, but no shell runs it"
          fault={fault}
          ref={command}
          placeholder="npx -y @modelcontextprotocol/server-everything, or http://localhost:3000/mcp"
          value={draft.commandLine}
          onChange={type}
          onKeyDown={completing(place?.commandLines, type)}
        />
        {isHttp ? null : <CommandPreview line={draft.commandLine} />}
        <PathList paths={place?.commandLines ?? []} take={type} />
        <PlaceFields draft={draft} change={change} place={place} isHttp={isHttp} />
        <AreaField
          label={isHttp ? 'Headers' : 'Environment variables'}
          hint={`${isHttp ? 'Name: value' : 'NAME=value'}, one on each line; values are never recorded`}
          fault={env.ok ? '' : env.error}
          rows={2}
          ref={variables}
          // Puts the caret after the name whose value is missing.
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          value={draft.env}
          onChange={(env) => change({ env })}
        />
        <EmptyNote env={env.ok ? env.value : {}} />
        {draft.kept === undefined ? null : <KeptList kept={draft.kept} change={(kept) => change({ kept })} />}
        <FoldedSettings edited={edited} />
        <ProfileList />
        <RecentList commands={recent} reuse={reuse} />
        <div className={kit.foot}>
          <Button
            look="quiet"
            title="A bundled server that fails in every way"
            onClick={() => void openLab()}
          >
            Start the error lab
          </Button>
          <span className={kit.grow} />
          <CheckLine checked={saves} onChange={setSaves}>
            Save as profile
          </CheckLine>
          <Button onClick={() => showDialog(null)}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!ready}>
            {busy ? 'Connecting…' : 'Connect'}
          </Button>
        </div>
      </Form>
    </DialogShell>
  );
}

type PartProps = {
  readonly draft: ConnectDraft;
  readonly change: (part: Partial<ConnectDraft>) => void;
};

type PlaceProps = PartProps & { readonly place: StartPlace | undefined; readonly isHttp: boolean };

/** The label; for a command also where it starts. */
function PlaceFields({ draft, change, place, isHttp }: PlaceProps) {
  const directory = useRef<HTMLInputElement>(null);
  const move = (cwd: string) => {
    change({ cwd });
    directory.current?.focus();
  };
  const add = (word: string) => change({ commandLine: `${draft.commandLine} ${word}`.trimStart() });
  const folder = place?.folder ?? '';
  if (isHttp) return <LabelField draft={draft} change={change} />;
  return (
    <>
      <div className={kit.pair}>
        <TextField
          label="Working directory"
          hint="optional"
          ref={directory}
          placeholder={draft.cwd === '' ? place?.folder : undefined}
          value={draft.cwd}
          onChange={move}
          onKeyDown={completing(place?.folders, move)}
        />
        <LabelField draft={draft} change={change} />
      </div>
      <PathList paths={place?.folders ?? []} take={move} />
      <div className={kit.wrap}>
        <Choose what="folder" from={folder} browse={() => move(within(folder))} take={move} />
        <Choose
          what="file"
          from={folder}
          browse={() => add('./')}
          take={(path) => add(/[\s'"]/.test(path) ? `"${path}"` : path)}
        />
      </div>
      <StatusText text={place?.fault ?? ''} className={`${kit.note} ${kit.warning}`} />
    </>
  );
}

function LabelField({ draft, change }: PartProps) {
  return (
    <TextField
      label="Label"
      hint="optional, for the tab"
      value={draft.label}
      onChange={(label) => change({ label })}
    />
  );
}

const within = (folder: string) => (/[\\/]$/.test(folder) ? folder : `${folder}/`);

type ChooseProps = {
  readonly what: 'folder' | 'file';
  readonly from: string;
  /** Lists files and folders below the fields: a browser has no dialog for paths. */
  readonly browse: () => void;
  readonly take: (path: string) => void;
};

function Choose({ what, from, browse, take }: ChooseProps) {
  const isNative = useScreen((state) => state.hello?.host === 'electron');
  const ask = async () => {
    const chosen = await settled(host().choosePath({ what, from }));
    if (chosen.ok && chosen.value !== '') take(chosen.value);
  };
  return (
    <Button size="small" onClick={() => (isNative ? void ask() : browse())}>
      Choose {what}…
    </Button>
  );
}

/** Completions of a path, one click each. */
function PathList({
  paths,
  take,
}: {
  readonly paths: readonly string[];
  readonly take: (path: string) => void;
}) {
  if (paths.length === 0) return null;
  return (
    <ul aria-label="Paths" className={kit.wrap}>
      {paths.map((path, index) => (
        <li key={path}>
          <Button size="small" title={index === 0 ? `${path} (→ takes it)` : path} onClick={() => take(path)}>
            {/[^\s/]*\/?$/.exec(path)?.[0]}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Accepts the first path on an arrow key at the end of the text, as some shells do. */
function completing([first]: readonly string[] = [], take: (path: string) => void) {
  return ({ key, currentTarget: { selectionStart, value } }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'ArrowRight' && selectionStart === value.length && first !== undefined) take(first);
  };
}

/** How long typing must pause before the machine is checked, in milliseconds. */
const LOOK_MS = 150;

/** Where the command would run, and what would prevent it, checked while the user types. */
function useStartPlace({ commandLine, cwd }: ConnectDraft): StartPlace | undefined {
  const [place, setPlace] = useState<StartPlace>();
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const found = await host().lookAtStart({ commandLine, cwd });
      if (!isOver && found.ok) setPlace(found.value);
    };
    // Without an answer the dialog just shows less.
    const timer = setTimeout(() => void look().catch(() => undefined), LOOK_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [commandLine, cwd]);
  return place;
}

function EmptyNote({ env }: { readonly env: Record<string, string> }) {
  const empty = Object.keys(env).filter((name) => env[name] === '');
  if (empty.length === 0) return null;
  return (
    <p role="status" className={`${kit.note} ${kit.warning}`}>
      {empty.join(', ')}: no value yet, so the server gets an empty one. Recent commands come back without
      their values.
    </p>
  );
}

type KeptListProps = {
  readonly kept: ReusedVariables;
  readonly change: (kept: ReusedVariables | undefined) => void;
};

/** The variables of the previous session: their values are passed on unseen unless removed. */
function KeptList({ kept, change }: KeptListProps) {
  const without = (name: string) => {
    const names = kept.names.filter((other) => other !== name);
    change(names.length === 0 ? undefined : { ...kept, names });
  };
  return (
    <div className={`${kit.note} ${kit.wrap}`}>
      <span id="kept-variables">Kept from the start before</span>
      <ul className={kit.wrap} aria-labelledby="kept-variables">
        {kept.names.map((name) => (
          <li key={name} className={`${kit.tag} ${kit.inline}`}>
            {name}
            <IconButton
              name={`Leave out ${name}`}
              size="tiny"
              title="Leave it out"
              onClick={() => without(name)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

async function openLab(): Promise<void> {
  showDialog(null);
  await startErrorLab();
}

function ProfileList() {
  const profiles = useProfiles((state) => state.profiles);
  if (profiles.length === 0) return null;
  return (
    <fieldset className={kit.low}>
      <legend>Profiles</legend>
      {profiles.map((profile) => (
        <div key={profile.id} className={kit.row}>
          <Button
            look="row"
            title={profile.commandLine}
            onClick={() => {
              showDialog(null);
              void openProfile(profile);
            }}
          >
            <code className={`${kit.truncate} ${kit.grow}`}>{profile.commandLine}</code>
            <small>{profile.name}</small>
          </Button>
          <Button
            look="quiet"
            size="small"
            aria-label={`Probe ${profile.name}`}
            title="Provoke every kind of error on purpose, and grade what comes back"
            onClick={() => openProbe({ kind: 'profile', profile: profile.id })}
          >
            Probe…
          </Button>
        </div>
      ))}
    </fieldset>
  );
}

type RecentListProps = {
  readonly commands: readonly RecentCommand[];
  readonly reuse: (command: RecentCommand) => void;
};

function RecentList({ commands, reuse }: RecentListProps) {
  if (commands.length === 0) return null;
  return (
    <fieldset className={kit.low}>
      <legend>Recent</legend>
      {commands.map((command) => (
        <Button
          look="row"
          key={`${command.commandLine} ${command.cwd}`}
          title={[command.commandLine, ...usedText(command)].join('\n')}
          onClick={() => reuse(command)}
        >
          <code className={`${kit.truncate} ${kit.grow}`}>{command.commandLine}</code>
          <small>{[command.label, ...usedText(command)].filter((text) => text !== '').join(' · ')}</small>
        </Button>
      ))}
    </fieldset>
  );
}

function usedText({ cwd, envNames, settings }: RecentCommand): string[] {
  return [
    ...(cwd === '' ? [] : [`in ${cwd}`]),
    ...(envNames.length === 0 ? [] : [`with ${envNames.join(', ')}`]),
    ...settingsChanges(DEFAULT_SETTINGS, withSettings(DEFAULT_SETTINGS, settings)),
  ];
}

/** Shows the arguments that the command line is split into, so that a forgotten quote is visible before it runs. */
export function CommandPreview({ line }: { readonly line: string }) {
  const { args, open } = formatCommand(line);
  if (args.length === 0) return null;
  return (
    <ol className={kit.wrap} aria-label="Arguments of the command">
      {args.map((arg, index) => (
        <li key={index} className={kit.tag} data-tone={index === 0 ? 'accent' : 'none'}>
          {arg === '' ? '(empty)' : arg}
        </li>
      ))}
      {open ? (
        <li className={kit.tag} data-tone="warning">
          a quote has no end
        </li>
      ) : null}
    </ol>
  );
}
