import { type ComponentType, useRef, useState } from 'react';
import { AnswersDialog } from '../../answers/answers-dialog.tsx';
import { ConnectDialog } from '../../connect/dialog/connect-dialog.tsx';
import { DoctorDialog } from '../../connect/doctor/doctor-dialog.tsx';
import { CopyDialog } from '../../connect/profiles/copy-dialog.tsx';
import { OtherHostsDialog } from '../../connect/profiles/other-hosts-dialog.tsx';
import { ProfileDialog } from '../../connect/profiles/profile-dialog.tsx';
import { StartDialog } from '../../connect/profiles/start-dialog.tsx';
import { SettingsDialog } from '../../connect/settings/settings-dialog.tsx';
import { LookupDialog } from '../../lookup/code-lookup.tsx';
import { MatrixDialog } from '../../lookup/matrix-table.tsx';
import { RulesOffDialog } from '../../problems/rules-off-dialog.tsx';
import { RawEditorDialog } from '../../raw-editor/raw-editor-dialog.tsx';
import { CompareDialog } from '../../runs/compare/compare-dialog.tsx';
import { ProbeDialog } from '../../runs/probe/probe-dialog.tsx';
import { ReRunDialog } from '../../runs/re-run/re-run-dialog.tsx';
import { ExportDialog } from '../../runs/recordings/export-dialog.tsx';
import { RecordingsDialog } from '../../runs/recordings/recordings-dialog.tsx';
import { ServerRequestsDialog } from '../../server-requests/answers-settings.tsx';
import { type Dialog, useScreen } from '../../state/screen/screen-store.ts';
import { BookmarkDialog } from '../../traffic/replay/bookmark-dialog.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { type ActionGroup, formatChord, modifierLabel } from '../../ui/controls/action.ts';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import { searchTest } from '../../ui/format/search-terms.ts';
import { ACTIONS } from '../keyboard/actions.ts';
import styles from './dialogs.module.css';
import { Palette } from './palette.tsx';

/** The dialog that is open, if any: there is one at a time. One that cannot be drawn can be closed. */
export function Dialogs() {
  const dialog = useScreen((state) => state.dialog);
  if (dialog === null) return null;
  const OpenDialog = DIALOGS[dialog];
  return (
    <FaultBoundary
      key={dialog}
      part="dialog"
      frame={(sentence) => <DialogShell title="A fault of the app">{sentence}</DialogShell>}
    >
      <OpenDialog />
    </FaultBoundary>
  );
}

const DIALOGS: { readonly [Name in Dialog]: ComponentType } = {
  'server-requests': ServerRequestsDialog,
  connect: ConnectDialog,
  'raw-editor': RawEditorDialog,
  'open-recording': RecordingsDialog,
  bookmark: BookmarkDialog,
  export: ExportDialog,
  'copy-tests': () => <ExportDialog asTests />,
  're-run': ReRunDialog,
  compare: CompareDialog,
  palette: Palette,
  keys: KeysDialog,
  'sdk-matrix': MatrixDialog,
  'code-lookup': LookupDialog,
  profile: ProfileDialog,
  'other-hosts': OtherHostsDialog,
  'start-profile': StartDialog,
  'session-settings': SettingsDialog,
  doctor: DoctorDialog,
  probe: ProbeDialog,
  answers: AnswersDialog,
  'rules-off': RulesOffDialog,
  'copy-profile': CopyDialog,
};

const GROUPS: readonly ActionGroup[] = [
  'Log',
  'Search',
  'Filters',
  'Tools',
  'Replay',
  'Sessions',
  'View',
  'Help',
];

type OwnKeys = readonly (readonly [keys: readonly string[], title: string])[];

/** What a part of the screen takes by itself while it has the focus. */
function ownKeys(): { readonly [Group in ActionGroup]?: OwnKeys } {
  return {
    Log: [
      [['↑', '↓'], 'Row by row'],
      [['PgUp', 'PgDn'], 'Page by page'],
      [['Home', 'End'], 'First and last row'],
      [['→', '←'], 'Open and close what belongs to a call or is folded'],
      [['Enter'], 'To the inspector, which explains the row'],
      [['Shift F10'], 'Menu of the row, as by the menu key'],
      [['Esc'], 'Select nothing'],
    ],
    Search: [
      [['Enter'], 'Next match, in the search field'],
      [['Shift Enter'], 'Previous match, in the search field'],
      [['Esc'], 'Close the search'],
    ],
    Filters: [
      [['Shift ←', 'Shift →'], 'Confine the log to a time, on the strip'],
      [['↓', 'Tab'], 'Choose and take a completion'],
      [['Enter'], 'To the log'],
      [['Esc'], 'Empty the field, then to the log'],
    ],
    Tools: [[[`${modifierLabel()} Enter`], 'Send the form, the raw line or the answer']],
    Sessions: [
      [['Delete'], 'Close the tab that has the focus'],
      [['Alt ↑', 'Alt ↓'], 'Move the saved server that has the focus'],
    ],
  };
}

/** Every key, from the table that the keyboard reads; a search leaves those whose words or key it names. */
function KeysDialog() {
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const groups = GROUPS.map((group) => ({ group, keys: keysOf(group, searchTest(search)) })).filter(
    ({ keys }) => keys.length > 0,
  );
  return (
    <DialogShell title="Keys" width={780} initialFocus={field}>
      <input
        ref={field}
        type="search"
        className={styles.search}
        aria-label="Search the keys"
        placeholder="Search: what it does, or a key"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ScrollBox className={styles.groups}>
        {groups.map(({ group, keys }) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {keys.map(({ title, keys: chords }) => (
                <div key={title}>
                  <dt>
                    {chords.map((chord) => (
                      <kbd key={chord}>{chord}</kbd>
                    ))}
                  </dt>
                  <dd>{title}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {groups.length === 0 ? <p className={styles.none}>No key has these words.</p> : null}
      </ScrollBox>
    </DialogShell>
  );
}

/** The keys of a group that the search fits: those of the table, then those of a part of the screen. */
function keysOf(group: ActionGroup, fits: (text: string) => boolean) {
  const table = ACTIONS.filter((action) => action.group === group && action.keys.length > 0).map(
    ({ title, keys }) => ({ title, keys: keys.map(formatChord) }),
  );
  const own = (ownKeys()[group] ?? []).map(([keys, title]) => ({ title, keys }));
  return [...table, ...own].filter(({ title, keys }) => fits(`${group} ${title} ${keys.join(' ')}`));
}
