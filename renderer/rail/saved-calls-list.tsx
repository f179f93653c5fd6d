import { type KeyboardEvent, useState } from 'react';
import type { JsonObject } from '../../app/base/json-value.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { Button } from '../controls/button.tsx';
import styles from './past-calls.module.css';
import { deleteCall, type SavedCall, saveCall, serverKey, useSavedCalls } from './saved-calls.ts';

type Props = {
  readonly info: SessionInfo;
  /** What the calls are kept under beside the server. */
  readonly kept: string;
  readonly name: string;
  readonly args: JsonObject | undefined;
  readonly onLoad: (args: JsonObject) => void;
};

/** The calls of a tool or prompt that were saved under a name, for every session of the same server. */
export function SavedCalls({ info, kept, name, args, onLoad }: Props) {
  const server = serverKey(info);
  const all = useSavedCalls((state) => state.calls);
  const [deleted, setDeleted] = useState<SavedCall>();
  const calls = all.filter((call) => call.server === server && call.tool === kept);
  const remove = (call: SavedCall) => {
    deleteCall(call);
    setDeleted(call);
  };
  const restore = (call: SavedCall) => {
    saveCall(call);
    setDeleted(undefined);
  };
  return (
    <>
      {calls.length > 0 && (
        <ul aria-label={`Saved calls of ${name}`} className={styles.list}>
          {calls.map((call) => (
            <li key={call.name}>
              <button type="button" className={styles.call} onClick={() => onLoad(call.args)}>
                <b>{call.name}</b>
                <span className={styles.words}>{JSON.stringify(call.args)}</span>
              </button>
              <Button look="icon" aria-label={`Delete ${call.name}`} onClick={() => remove(call)}>
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      {deleted !== undefined && (
        <p role="status" className={styles.note}>
          Deleted {deleted.name}.{' '}
          <Button look="quiet" onClick={() => restore(deleted)}>
            Undo
          </Button>
        </p>
      )}
      {args === undefined ? (
        <p className={styles.note}>Arguments that are not valid JSON cannot be saved.</p>
      ) : (
        <SaveRow onSave={(as) => saveCall({ server, tool: kept, name: as, args })} />
      )}
    </>
  );
}

function SaveRow({ onSave }: { readonly onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter in the form around would send the call.
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  return (
    <div className={styles.save}>
      <input
        aria-label="Name for this call"
        placeholder="name for this call"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={name.trim() === ''} onClick={save}>
        Save
      </Button>
    </div>
  );
}
