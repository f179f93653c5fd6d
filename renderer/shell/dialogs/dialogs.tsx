import type { ComponentType } from 'react';
import { type Dialog, useScreen } from '../../state/screen/screen-store.ts';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import { later } from '../later.tsx';

const DIALOGS: Readonly<Record<Dialog, ComponentType>> = {
  palette: later(
    () => import('./palette.tsx'),
    (script) => script.Palette,
  ),
  keys: later(
    () => import('./keys-dialog.tsx'),
    (script) => script.KeysDialog,
  ),
  connect: later(
    () => import('../../connect/dialog/connect-dialog.tsx'),
    (script) => script.ConnectDialog,
  ),
  'session-settings': later(
    () => import('../../connect/settings/settings-dialog.tsx'),
    (script) => script.SettingsDialog,
  ),
  profile: later(
    () => import('../../connect/profiles/profile-dialog.tsx'),
    (script) => script.ProfileDialog,
  ),
  'open-recording': later(
    () => import('../../runs/recordings/recordings-dialog.tsx'),
    (script) => script.RecordingsDialog,
  ),
  export: later(
    () => import('../../runs/recordings/export-dialog.tsx'),
    (script) => script.ExportDialog,
  ),
  'copy-tests': later(
    () => import('../../runs/recordings/export-dialog.tsx'),
    (script) => script.TestsDialog,
  ),
  compare: later(
    () => import('../../runs/compare/compare-dialog.tsx'),
    (script) => script.CompareDialog,
  ),
  're-run': later(
    () => import('../../runs/re-run/re-run-dialog.tsx'),
    (script) => script.ReRunDialog,
  ),
  probe: later(
    () => import('../../runs/probe/probe-dialog.tsx'),
    (script) => script.ProbeDialog,
  ),
  'raw-editor': later(
    () => import('../../server/raw-editor/raw-editor-dialog.tsx'),
    (script) => script.RawEditorDialog,
  ),
  'code-lookup': later(
    () => import('../../lookup/code-lookup.tsx'),
    (script) => script.LookupDialog,
  ),
  'sdk-matrix': later(
    () => import('../../lookup/matrix-table.tsx'),
    (script) => script.MatrixDialog,
  ),
  doctor: later(
    () => import('../../connect/doctor/doctor-dialog.tsx'),
    (script) => script.DoctorDialog,
  ),
  'other-hosts': later(
    () => import('../../connect/profiles/other-hosts-dialog.tsx'),
    (script) => script.OtherHostsDialog,
  ),
  'copy-profile': later(
    () => import('../../connect/profiles/copy-dialog.tsx'),
    (script) => script.CopyDialog,
  ),
  'start-profile': later(
    () => import('../../connect/profiles/start-dialog.tsx'),
    (script) => script.StartDialog,
  ),
  'server-requests': later(
    () => import('../../server/requests/answers-settings.tsx'),
    (script) => script.ServerRequestsDialog,
  ),
  answers: later(
    () => import('../../server/answers/answers-dialog.tsx'),
    (script) => script.AnswersDialog,
  ),
  bookmark: later(
    () => import('../../traffic/replay/bookmark-dialog.tsx'),
    (script) => script.BookmarkDialog,
  ),
  'rules-off': later(
    () => import('../../summary/problems/rules-off-dialog.tsx'),
    (script) => script.RulesOffDialog,
  ),
};

/** The dialog that is open, if any: there is one at a time. One that cannot be drawn can be closed. */
export function Dialogs() {
  const dialog = useScreen((state) => state.dialog);
  const Open = dialog === null ? undefined : DIALOGS[dialog];
  return (
    <FaultBoundary
      key={dialog}
      part="dialog"
      frame={(sentence) => <DialogShell title="A fault of the app">{sentence}</DialogShell>}
    >
      {Open && <Open />}
    </FaultBoundary>
  );
}
