import { loadFrame } from '../../state/raw-editor/raw-editor-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { canRestart } from '../../state/session/session-words.ts';
import { Button } from '../../ui/controls/button.tsx';

type Props = { readonly session: string; readonly seq: number };

/** Loads a frame into the composer; nothing where the session has no server to write to. */
export function EditRawButton({ session, seq }: Props) {
  const info = useScreen(({ sessions }) => sessions.find((one) => one.session === session));
  if (info === undefined || !canRestart(info)) return null;
  return (
    <Button size="small" onClick={() => void loadFrame(session, seq)}>
      Edit and send
    </Button>
  );
}
