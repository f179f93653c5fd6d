import type { ComponentType } from 'react';
import { type Dialog, useScreen } from '../../state/screen/screen-store.ts';
import { FaultBoundary } from '../../ui/controls/fault-boundary.tsx';
import { DialogShell } from '../../ui/kit.tsx';
import { later } from '../../ui/later.tsx';

const DIALOGS: Readonly<Record<Dialog, ComponentType>> = {
  palette: later(async () => (await import('./palette.tsx')).Palette),
  keys: later(async () => (await import('./keys-dialog.tsx')).KeysDialog),
  glossary: later(async () => (await import('./glossary-dialog.tsx')).GlossaryDialog),
  connect: later(async () => (await import('../../connect/dialog/connect-dialog.tsx')).ConnectDialog),
  'session-settings': later(
    async () => (await import('../../connect/settings/settings-dialog.tsx')).SettingsDialog,
  ),
  profile: later(async () => (await import('../../connect/profiles/profile-dialog.tsx')).ProfileDialog),
  'open-recording': later(
    async () => (await import('../../runs/recordings/recordings-dialog.tsx')).RecordingsDialog,
  ),
  export: later(async () => (await import('../../runs/recordings/export-dialog.tsx')).ExportDialog),
  'copy-tests': later(async () => (await import('../../runs/recordings/export-dialog.tsx')).TestsDialog),
  compare: later(async () => (await import('../../runs/compare/compare-dialog.tsx')).CompareDialog),
  're-run': later(async () => (await import('../../runs/re-run/re-run-dialog.tsx')).ReRunDialog),
  probe: later(async () => (await import('../../runs/probe/probe-dialog.tsx')).ProbeDialog),
  'raw-editor': later(
    async () => (await import('../../server/raw-editor/raw-editor-dialog.tsx')).RawEditorDialog,
  ),
  'code-lookup': later(async () => (await import('../../lookup/code-lookup.tsx')).LookupDialog),
  'sdk-matrix': later(async () => (await import('../../lookup/matrix-table.tsx')).MatrixDialog),
  eras: later(async () => (await import('../../connect/doctor/eras-dialog.tsx')).ErasDialog),
  doctor: later(async () => (await import('../../connect/doctor/doctor-dialog.tsx')).DoctorDialog),
  'other-hosts': later(
    async () => (await import('../../connect/profiles/other-hosts-dialog.tsx')).OtherHostsDialog,
  ),
  hosts: later(async () => (await import('../../connect/doctor/hosts-dialog.tsx')).HostsDialog),
  telemetry: later(async () => (await import('../../connect/settings/telemetry-dialog.tsx')).TelemetryDialog),
  'watch-agent': later(async () => (await import('../../connect/profiles/watch-dialog.tsx')).WatchDialog),
  'copy-profile': later(async () => (await import('../../connect/profiles/copy-dialog.tsx')).CopyDialog),
  'start-profile': later(async () => (await import('../../connect/profiles/start-dialog.tsx')).StartDialog),
  'server-requests': later(
    async () => (await import('../../server/requests/answers-settings.tsx')).ServerRequestsDialog,
  ),
  answers: later(async () => (await import('../../server/answers/answers-dialog.tsx')).AnswersDialog),
  'model-tools': later(
    async () => (await import('../../server/tools/model-tools-dialog.tsx')).ModelToolsDialog,
  ),
  bookmark: later(async () => (await import('../../traffic/replay/bookmark-dialog.tsx')).BookmarkDialog),
  'rules-off': later(
    async () => (await import('../../summary/problems/rules-off-dialog.tsx')).RulesOffDialog,
  ),
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
