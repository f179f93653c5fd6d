import { create } from 'zustand';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { toBase64 } from '../../../app/wire/line-text.ts';
import { host, settled } from '../../state/host/host.ts';
import { activateSession, closeDialog, notify, useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/controls/action.ts';
import { formatMoment } from '../../ui/format/quantity-text.ts';

/** Opens chosen or dropped files, each in a tab; a notice names each failure. */
export async function openFiles(files: readonly File[]): Promise<void> {
  await openEach(files.length, (index, report) => {
    const file = files[index];
    if (file === undefined) throw new Error('a file that was not chosen');
    // Electron knows the path of the file; a browser only provides its content.
    const path = window.tierscope?.pathOf(file) ?? '';
    report(file.name, 0);
    return path === '' ? uploadRecording(file, (share) => report(file.name, share)) : openPath(path);
  });
}

/** Says which file is being opened; empty while none is. */
export const useOpening = create(() => ({ text: '' }));

/** Lets the user choose files, and opens them. */
export function chooseFiles(): void {
  const chooser = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
  chooser.addEventListener('change', () => void openFiles([...(chooser.files ?? [])]));
  chooser.click();
}

export async function openPaths(paths: readonly string[]): Promise<void> {
  await openEach(paths.length, (index, report) => {
    const path = paths[index] ?? '';
    report(path.split(/[\\/]/).at(-1) ?? path, 0);
    return openPath(path);
  });
}

type Open = (
  index: number,
  report: (name: string, share: number) => void,
) => Promise<Result<readonly string[]>>;

/** One after another: a large file already uses every core. */
async function openEach(count: number, open: Open): Promise<void> {
  const { dialog } = useScreen.getState();
  let first: readonly string[] | undefined;
  const faults: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = count === 1 ? '' : `${index + 1} of ${count}: `;
    const opened = await open(index, (name, share) =>
      useOpening.setState({
        text: `Opening ${place}${name}…${share > 0 ? ` ${Math.round(share * 100)} %` : ''}`,
      }),
    );
    if (opened.ok) first ??= opened.value;
    else faults.push(opened.error);
  }
  useOpening.setState({ text: '' });
  if (first !== undefined) {
    if (first[0] !== undefined) activateSession(first[0]);
    closeDialog(dialog);
  }
  reportFaults(faults);
}

/** Only a few notices fit, so several errors are combined. */
function reportFaults(faults: readonly string[]): void {
  if (faults.length > 3)
    notify({ level: 'error', text: `${faults.length} files cannot be opened:\n${faults.join('\n')}` });
  else for (const text of faults) notify({ level: 'error', text });
}

async function openPath(path: string): Promise<Result<readonly string[]>> {
  const opened = await settled(host().openRecording({ path }));
  return opened.ok ? ok(opened.value.sessions) : opened;
}

/** The bytes per upload part: far below the host's limit, and small enough to show progress. */
const PART_BYTES = 768 * 1024;

/** Uploads a file to the host and opens it there; `progress` gets the uploaded share, 0 to 1. */
async function uploadRecording(
  file: File,
  progress: (share: number) => void,
): Promise<Result<readonly string[]>> {
  const started = await settled(host().uploadStart({ name: file.name, sizeBytes: file.size }));
  if (!started.ok) return started;
  const { upload } = started.value;
  for (let offset = 0; offset < file.size; offset += PART_BYTES) {
    const bytes = await bytesOf(file, offset);
    if (!bytes.ok) return bytes;
    const part = await settled(host().uploadPart({ upload, base64: toBase64(bytes.value) }));
    if (!part.ok) return part;
    progress(Math.min(1, (offset + bytes.value.length) / file.size));
  }
  const end = await settled(host().uploadEnd({ upload }));
  return end.ok ? ok(end.value.sessions) : end;
}

/** The next part. Fails for a folder, or a file that was changed or removed. */
async function bytesOf(file: File, offset: number): Promise<Result<Uint8Array>> {
  try {
    return ok(new Uint8Array(await file.slice(offset, offset + PART_BYTES).arrayBuffer()));
  } catch {
    return err(`${file.name} cannot be read: it is a folder, or it has changed or gone since it was chosen.`);
  }
}

const LISTED = 30;

/** The newest recordings on this machine, as actions that open them; none if they cannot be listed. */
export async function recordingActions(): Promise<Action[]> {
  const listed = await settled(host().listRecordings({}));
  if (!listed.ok) return [];
  return [...listed.value]
    .sort((one, other) => other.modifiedAt.localeCompare(one.modifiedAt))
    .slice(0, LISTED)
    .map(({ name, path, modifiedAt }) => ({
      group: 'Sessions',
      title: `Open ${name}`,
      detail: formatMoment(modifiedAt),
      run: () => void openPaths([path]),
    }));
}
