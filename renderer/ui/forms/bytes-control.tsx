import { useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';
import { PlainText } from './plain-text.tsx';

/** A larger file would make every keystroke in the form slow: it is for the raw composer. */
const MAX_BYTES = 2_000_000;

/** A text of base64, typed or read from a file. */
export function BytesControl(props: ControlProps) {
  const { path, field } = props;
  const name = String(path.at(-1) ?? 'the value');
  const chooser = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState('');
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) {
      setNote(`${file.name} has ${file.size.toLocaleString('en')} bytes; a form takes up to 2,000,000.`);
      return;
    }
    field.set(base64Of(new Uint8Array(await file.arrayBuffer())));
    setNote(`${file.name}, ${file.size.toLocaleString('en')} bytes`);
  };
  return (
    <>
      <span className={styles.pair}>
        <PlainText {...props} />
        <Button
          aria-label={`Read ${name} from a file…`}
          disabled={field.disabled}
          onClick={() => chooser.current?.click()}
        >
          file…
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={`File for ${name}`}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // The same file may be chosen again once it has changed.
            event.target.value = '';
          }}
        />
      </span>
      {note !== '' && (
        <p role="status" className={styles.about}>
          {note}
        </p>
      )}
    </>
  );
}

/** Bytes as base64 (RFC 4648, section 4). */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
