import type { ComponentType } from 'react';
import { type Dialog, useScreen } from '../../state/screen/screen-store.ts';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import { DialogShell } from '../../ui/kit.tsx';
import { later } from '../../ui/later.tsx';

const DIALOGS: Readonly<Record<Dialog, ComponentType>> = {
  palette: later('Palette', () => import('./palette.tsx')),
  keys: later('KeysDialog', () => import('./keys-dialog.tsx')),
  glossary: later('GlossaryDialog', () => import('./glossary-dialog.tsx')),
  connect: later('ConnectDialog', () => import('../../connect/dialog/connect-dialog.tsx')),
  'session-settings': later('SettingsDialog', () => import('../../connect/settings/settings-dialog.tsx')),
  profile: later('ProfileDialog', () => import('../../connect/profiles/profile-dialog.tsx')),
  'open-recording': later('RecordingsDialog', () => import('../../runs/recordings/recordings-dialog.tsx')),
  export: later('ExportDialog', () => import('../../runs/recordings/export-dialog.tsx')),
  'copy-tests': later('TestsDialog', () => import('../../runs/recordings/export-dialog.tsx')),
  compare: later('CompareDialog', () => import('../../runs/compare/compare-dialog.tsx')),
  're-run': later('ReRunDialog', () => import('../../runs/re-run/re-run-dialog.tsx')),
  probe: later('ProbeDialog', () => import('../../runs/probe/probe-dialog.tsx')),
  'raw-editor': later('RawEditorDialog', () => import('../../server/raw-editor/raw-editor-dialog.tsx')),
  'code-lookup': later('LookupDialog', () => import('../../lookup/code-lookup.tsx')),
  'sdk-matrix': later('MatrixDialog', () => import('../../lookup/matrix-table.tsx')),
  eras: later('ErasDialog', () => import('../../connect/doctor/eras-dialog.tsx')),
  doctor: later('DoctorDialog', () => import('../../connect/doctor/doctor-dialog.tsx')),
  'other-hosts': later('OtherHostsDialog', () => import('../../connect/profiles/other-hosts-dialog.tsx')),
  hosts: later('HostsDialog', () => import('../../connect/doctor/hosts-dialog.tsx')),
  telemetry: later('TelemetryDialog', () => import('../../connect/settings/telemetry-dialog.tsx')),
  'watch-agent': later('WatchDialog', () => import('../../connect/profiles/watch-dialog.tsx')),
  'copy-profile': later('CopyDialog', () => import('../../connect/profiles/copy-dialog.tsx')),
  'start-profile': later('StartDialog', () => import('../../connect/profiles/start-dialog.tsx')),
  'server-requests': later(
    'ServerRequestsDialog',
    () => import('../../server/requests/answers-settings.tsx'),
  ),
  answers: later('AnswersDialog', () => import('../../server/answers/answers-dialog.tsx')),
  'model-tools': later('ModelToolsDialog', () => import('../../server/tools/model-tools-dialog.tsx')),
  bookmark: later('BookmarkDialog', () => import('../../traffic/replay/bookmark-dialog.tsx')),
  'rules-off': later('RulesOffDialog', () => import('../../summary/problems/rules-off-dialog.tsx')),
};

/** The open dialog, if any: only one at a time. A dialog that fails to render can still be closed. */
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
