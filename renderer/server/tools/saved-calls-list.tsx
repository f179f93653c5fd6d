import type { JsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { deleteCall, saveCall, serverKey, useSavedCalls } from '../../state/server/saved-calls.ts';
import { NamedList, NameField } from '../../ui/controls/named-list.tsx';
import styles from '../../ui/controls/past-calls.module.css';

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
  return (
    <>
      <NamedList
        label={`Saved calls of ${name}`}
        entries={all.filter((call) => call.server === server && call.tool === kept)}
        words={(call) => JSON.stringify(call.args)}
        onLoad={(call) => onLoad(call.args)}
        onDelete={deleteCall}
        onRestore={saveCall}
      />
      {args === undefined ? (
        <p className={styles.note}>Arguments that are not valid JSON cannot be saved.</p>
      ) : (
        <NameField
          what="call"
          verb="Save"
          onSave={(as) => saveCall({ server, tool: kept, name: as, args })}
        />
      )}
    </>
  );
}
