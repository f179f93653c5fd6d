import { AsksDialog } from '../asks/asks-dialog.tsx';
import { CompareDialog } from '../compare/compare-dialog.tsx';
import { ComposerDialog } from '../composer/composer-dialog.tsx';
import { MatrixDialog } from '../lookup/matrix-dialog.tsx';
import { CopyDialog } from '../profiles/copy-dialog.tsx';
import { OtherHostsDialog } from '../profiles/other-hosts-dialog.tsx';
import { ProfileDialog } from '../profiles/profile-dialog.tsx';
import { StartDialog } from '../profiles/start-dialog.tsx';
import { ExportDialog } from '../recordings/export-dialog.tsx';
import { RecordingsDialog } from '../recordings/recordings-dialog.tsx';
import { MarkDialog } from '../replay/mark-dialog.tsx';
import { SendAgainDialog } from '../send-again/send-again-dialog.tsx';
import { SettingsDialog } from '../session-settings/settings-dialog.tsx';
import { useScreen } from '../store/screen-store.ts';
import { ConnectDialog } from './connect-dialog.tsx';
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
      return <MarkDialog />;
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
