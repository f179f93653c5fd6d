import { useEffect, useRef, useState } from 'react';
import type { CommandInput } from '../../../app/contract/commands.ts';
import { host, settled } from '../../state/host/host.ts';
import { closeDialog, useScreen } from '../../state/screen/screen-store.ts';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { Button, kit, ScrollBox } from '../../ui/kit.tsx';
import { exportedBytes } from './exported-file.ts';

/** More of a file is not drawn; it is copied and saved as a whole. */
const MAX_CHARS = 100_000;

type Preview =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly text: string };

/** What would be exported. */
export type ExportInput = Omit<CommandInput<'exportSession'>, 'keepFile'>;

/** The text of a file as it would be exported; made again whenever `about` changes, which says what is asked for. */
export function useExportedText(input: () => Promise<ExportInput>, about: string, isReady: boolean): Preview {
  const [preview, setPreview] = useState<Preview>({ kind: 'waiting' });
  const latest = useRef(input);
  latest.current = input;
  useEffect(() => {
    if (!isReady) return;
    let current = true;
    setPreview({ kind: 'waiting' });
    void latest
      .current()
      .then(textOf)
      .then((made) => {
        if (current) setPreview(made);
      });
    return () => {
      current = false;
    };
  }, [about, isReady]);
  return preview;
}

async function textOf(input: ExportInput): Promise<Preview> {
  const made = await settled(host().exportSession({ ...input, keepFile: false }));
  const fetched = made.ok ? await exportedBytes(made.value) : made;
  if (!fetched.ok) return { kind: 'failed', error: fetched.error };
  return { kind: 'here', text: await new Blob(fetched.value).text() };
}

/** The file, before it is copied or saved. */
export function TestsPreview({ preview }: { readonly preview: Preview }) {
  if (preview.kind !== 'here') {
    return (
      <p className={kit.note} role="status">
        {preview.kind === 'waiting' ? 'Writing the file…' : preview.error}
      </p>
    );
  }
  const { text } = preview;
  const more = text.length - MAX_CHARS;
  return (
    <section aria-label="The file">
      <ScrollBox className={`${kit.card} ${kit.code} ${kit.tall}`}>
        <pre>{text.slice(0, MAX_CHARS)}</pre>
        {more > 0 ? (
          <p>{`${more.toLocaleString('en')} more characters are copied and saved, but not shown.`}</p>
        ) : null}
      </ScrollBox>
    </section>
  );
}

export function CopyTests({ preview }: { readonly preview: Preview }) {
  const copyText = useCopyText();
  const copy = async () => {
    const { dialog } = useScreen.getState();
    if (preview.kind !== 'here' || !(await copyText(preview.text, { done: 'Copied the tests' }))) return;
    closeDialog(dialog);
  };
  return (
    <Button disabled={preview.kind !== 'here'} onClick={() => void copy()}>
      Copy
    </Button>
  );
}
