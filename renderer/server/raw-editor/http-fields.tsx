import { useEffect } from 'react';
import { headText } from '../../../app/requests/raw-editor/http-edit.ts';
import { type RawDraft, readDraft } from '../../../app/requests/raw-editor/raw-draft.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { type RawHttp, useRawEditor } from '../../state/server/raw-editor-store.ts';
import { AreaField, TextField } from '../../ui/controls/fields.tsx';
import { Button, kit } from '../../ui/kit.tsx';
import styles from './raw-editor.module.css';

const METHODS = ['POST', 'GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'];
/** More of a body says nothing of the headers. */
const MAX_BODY = 200_000;

/** The method and the headers of a raw HTTP request; the headers are those of the session until they are changed. */
export function HttpFields({ session }: { readonly session: string }) {
  const { method, suffix, head } = useRawEditor(({ http }) => http);
  const body = bodyText(useRawEditor(({ draft }) => draft));
  const set = (change: Partial<RawHttp>) => {
    useRawEditor.setState(({ http }) => ({ http: { ...http, ...change }, fault: '' }));
  };
  const read = useLoaded(`${session} ${method}`, () => readHead(session, method, body), body);
  const own = read?.ok === true ? headText(read.value) : '';
  // What a session is sent does not fit another one.
  useEffect(() => () => useRawEditor.setState(({ http }) => ({ http: { ...http, head: null } })), [session]);
  return (
    <div className={styles.http}>
      <TextField
        label="Method"
        value={method}
        suggestions={METHODS}
        onChange={(text) => set({ method: text.trim(), head: null })}
      />
      <TextField
        label="Added to the path"
        hint="such as /other; empty for the address of the session"
        value={suffix}
        onChange={(text) => set({ suffix: text.trim() })}
      />
      <AreaField
        label="Headers"
        hint="one to a line; a line that is gone is not sent"
        rows={5}
        value={head ?? own}
        onChange={(text) => set({ head: text })}
      />
      {head !== null && head !== own && (
        <p className={`${kit.note} ${kit.row}`}>
          These headers are sent as they stand; a hidden value stands for the real one.
          <Button look="quiet" onClick={() => set({ head: null })}>
            Put the session’s own back
          </Button>
        </p>
      )}
    </div>
  );
}

function readHead(session: string, method: string, text: string) {
  return settled(host().readHead({ session, method, text }));
}

/** The body of a draft as text, as far as the headers depend on it. */
function bodyText(draft: RawDraft): string {
  const read = readDraft(draft);
  return read.ok ? new TextDecoder().decode(read.value.bytes.subarray(0, MAX_BODY)) : '';
}

export function headOfDraft(session: string, method: string, draft: RawDraft) {
  return readHead(session, method, bodyText(draft));
}
