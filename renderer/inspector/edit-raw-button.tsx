import { loadFrame } from '../composer/composer-actions.ts';
import { canRestart } from '../session/session-words.ts';
import { useScreen } from '../store/screen-store.ts';
import { SmallButton } from './card.tsx';

type Props = { readonly session: string; readonly seq: number };

/** Loads a frame into the composer; nothing where the session has no server to write to. */
export function EditRawButton({ session, seq }: Props) {
  const info = useScreen(({ sessions }) => sessions.find((one) => one.session === session));
  if (info === undefined || !canRestart(info)) return null;
  return <SmallButton onClick={() => void loadFrame(session, seq)}>Edit and send</SmallButton>;
}
