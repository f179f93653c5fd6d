import { activateSession, notify, showDialog } from '../store/screen-actions.ts';
import { uploadRecording } from './upload-recording.ts';

/** Opens files that the user chose or dropped, one after the other, and shows the last one's session. */
export async function openFiles(files: Iterable<File>, progress: (words: string) => void): Promise<void> {
  for (const file of files) {
    progress(`Opening ${file.name}…`);
    const opened = await uploadRecording(file, (share) =>
      progress(`Opening ${file.name}… ${Math.round(share * 100)} %`),
    );
    if (opened.ok) showOpened(opened.value);
    else notify({ level: 'error', text: opened.error });
  }
  progress('');
}

/** Brings the first session of an opened file to the front. */
export function showOpened(sessions: readonly string[]): void {
  const [first] = sessions;
  if (first !== undefined) activateSession(first);
  showDialog(null);
}
