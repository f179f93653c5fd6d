import { type KeyboardEvent, useMemo } from 'react';
import type { ToolInfo } from '../../app/contract/commands.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { Button } from '../controls/button.tsx';
import { sendRefusal } from '../session/session-words.ts';
import { ArgumentsEditor } from './arguments-editor.tsx';
import { CallAbout } from './call-about.tsx';
import { firstDraft } from './call-draft.ts';
import styles from './call-form.module.css';
import { callTool, cancelCall } from './call-tool.ts';
import { checkArguments } from './check-arguments.ts';
import { PastCalls } from './past-calls.tsx';
import { setDraft, toolKey, useRail } from './rail-store.ts';
import { schemaChecker } from './schema-warnings.ts';

/** The longest time-out that the host takes, in milliseconds. */
const LONGEST_MS = 3_600_000;

type Props = { readonly info: SessionInfo; readonly tool: ToolInfo };

/** Calls a tool with arguments from a form or as JSON, checked while typing. */
export function CallForm({ info, tool }: Props) {
  const key = toolKey(info.session, tool.name);
  const first = useMemo(() => firstDraft(tool), [tool]);
  const typed = useRail((rail) => rail.drafts[key]);
  const draft = { ...first, ...typed };
  const busy = useRail((rail) => rail.calling[key] === true);
  const failure = useRail((rail) => rail.failures[key] ?? '');
  const checker = useMemo(() => schemaChecker(tool.inputSchema), [tool]);
  const check = useMemo(() => checkArguments(draft.text, checker), [draft.text, checker]);
  const timeoutMs = readTimeout(draft.timeoutMs);
  const refusal = sendRefusal(info);
  const ready = refusal === '' && check.kind === 'ready' && timeoutMs.ok && !busy;

  const call = () => {
    if (ready && check.kind === 'ready') void callTool(info.session, tool.name, check.value, timeoutMs.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    call();
  };
  return (
    <form
      className={styles.form}
      aria-label={`Call ${tool.name}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        call();
      }}
    >
      <CallAbout tool={tool} listed={draft.view === 'json'} />
      <ArgumentsEditor tool={tool} draft={draft} check={check} onChange={(next) => setDraft(key, next)} />
      {!timeoutMs.ok && <p className={styles.fault}>The time-out is a whole number from 1 to 3,600,000.</p>}
      {refusal !== '' && <p className={styles.note}>{refusal}</p>}
      {failure !== '' && (
        <p role="status" className={styles.note}>
          {failure}
        </p>
      )}
      <PastCalls info={info} tool={tool.name} args={check.kind === 'ready' ? check.value : undefined} />
      <div className={styles.actions}>
        <Button
          look="primary"
          type="submit"
          disabled={!ready}
          title={refusal === '' ? 'Ctrl+Enter' : refusal}
        >
          {busy ? 'Calling…' : 'Call'}
        </Button>
        {busy && <Button onClick={() => void cancelCall(info.session, tool.name)}>Cancel</Button>}
        <label className={styles.timeout}>
          time-out
          <input
            inputMode="numeric"
            placeholder="60000"
            value={draft.timeoutMs}
            onChange={(event) => setDraft(key, { ...draft, timeoutMs: event.target.value })}
          />
          ms
        </label>
      </div>
    </form>
  );
}

function readTimeout(
  text: string,
): { ok: true; value: number | undefined } | { ok: false; value: undefined } {
  if (text.trim() === '') return { ok: true, value: undefined };
  const value = Number(text);
  const fits = Number.isInteger(value) && value >= 1 && value <= LONGEST_MS;
  return fits ? { ok: true, value } : { ok: false, value: undefined };
}
