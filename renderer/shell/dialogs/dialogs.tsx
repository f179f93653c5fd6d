import { ConnectDialog } from '../../connect/dialog/connect-dialog.tsx';
import { CopyDialog } from '../../connect/profiles/copy-dialog.tsx';
import { OtherHostsDialog } from '../../connect/profiles/other-hosts-dialog.tsx';
import { ProfileDialog } from '../../connect/profiles/profile-dialog.tsx';
import { StartDialog } from '../../connect/profiles/start-dialog.tsx';
import { SettingsDialog } from '../../connect/settings/settings-dialog.tsx';
import { MatrixDialog } from '../../lookup/matrix-dialog.tsx';
import { ComposerDialog } from '../../raw-editor/composer-dialog.tsx';
import { CompareDialog } from '../../runs/compare/compare-dialog.tsx';
import { SendAgainDialog } from '../../runs/re-run/send-again-dialog.tsx';
import { ExportDialog } from '../../runs/recordings/export-dialog.tsx';
import { RecordingsDialog } from '../../runs/recordings/recordings-dialog.tsx';
import { AsksDialog } from '../../server-requests/asks-dialog.tsx';
import { useScreen } from '../../state/screen/screen-store.ts';
import { BookmarkDialog } from '../../traffic/replay/bookmark-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';

/** The dialog that is open, if any: there is one at a time. */
export function Dialogs() {
  const dialog = useScreen((state) => state.dialog);
  switch (dialog) {
    case 'asks':
      return <AsksDialog />;
    case 'connect':
      return <ConnectDialog />;
    case 'composer':
      return <ComposerDialog />;
    case 'open-recording':
      return <RecordingsDialog />;
    case 'mark':
      return <BookmarkDialog />;
    case 'export':
      return <ExportDialog />;
    case 'send-again':
      return <SendAgainDialog />;
    case 'compare':
      return <CompareDialog />;
    case 'palette':
      return <Palette />;
    case 'keys':
      return <KeysDialog />;
    case 'sdk-matrix':
      return <MatrixDialog />;
    case 'profile':
      return <ProfileDialog />;
    case 'other-hosts':
      return <OtherHostsDialog />;
    case 'start-profile':
      return <StartDialog />;
    case 'session-settings':
      return <SettingsDialog />;
    case 'copy-profile':
      return <CopyDialog />;
    case null:
      return null;
  }
}
