import { type KeyboardEvent, useId, useMemo } from 'react';
import type { ToolInfo } from '../../app/contract/commands.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { LAB_SHORT_TIMEOUT_MS } from '../../app/lab/lab-tools.ts';
import { Button } from '../controls/button.tsx';
import { argumentTemplate } from './argument-template.ts';
import styles from './call-form.module.css';
import { callTool, cancelCall } from './call-tool.ts';
import { type ArgumentCheck, checkArguments } from './check-arguments.ts';
import { type Draft, setDraft, toolKey, useRail } from './rail-store.ts';
import { schemaFields } from './schema-fields.ts';
import { schemaChecker } from './schema-warnings.ts';
import { labTool } from './tool-groups.ts';

/** The longest time-out that the host takes, in milliseconds. */
const LONGEST_MS = 3_600_000;

type Props = { readonly info: SessionInfo; readonly tool: ToolInfo };

/** Calls a tool with arguments as JSON, checked while typing. */
export function CallForm({ info, tool }: Props) {
  const id = useId();
  const key = toolKey(info.session, tool.name);
  const first = useMemo(() => firstDraft(tool), [tool]);
  const draft = useRail((rail) => rail.drafts[key]) ?? first;
  const busy = useRail((rail) => rail.calling[key] === true);
  const failure = useRail((rail) => rail.failures[key] ?? '');
  const checker = useMemo(() => schemaChecker(tool.inputSchema), [tool]);
  const check = useMemo(() => checkArguments(draft.text, checker), [draft.text, checker]);
  const timeoutMs = readTimeout(draft.timeoutMs);
  const ready = info.state === 'ready' && check.kind === 'ready' && timeoutMs.ok && !busy;

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
      <About tool={tool} />
      <label htmlFor={`${id}-args`}>Arguments (JSON)</label>
      <textarea
        id={`${id}-args`}
        className={styles.arguments}
        spellCheck={false}
        rows={Math.min(12, Math.max(3, draft.text.split('\n').length))}
        aria-invalid={check.kind === 'fault'}
        aria-describedby={`${id}-check`}
        value={draft.text}
        onChange={(event) => setDraft(key, { ...draft, text: event.target.value })}
      />
      <div id={`${id}-check`} role="status" className={styles.check}>
        <Checked check={check} />
        {!timeoutMs.ok && <p className={styles.fault}>The time-out is a whole number from 1 to 3,600,000.</p>}
      </div>
      <div className={styles.actions}>
        <Button look="primary" type="submit" disabled={!ready} title="Ctrl+Enter">
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
      {info.state !== 'ready' && <p className={styles.note}>{cannotCall(info)}</p>}
      {failure !== '' && (
        <p role="status" className={styles.note}>
          {failure}
        </p>
      )}
    </form>
  );
}

function About({ tool }: { readonly tool: ToolInfo }) {
  const fields = schemaFields(tool.inputSchema);
  return (
    <>
      <h2 className={styles.title}>
        {tool.name}
        {tool.title !== undefined && tool.title !== tool.name && <span> {tool.title}</span>}
      </h2>
      {tool.description !== undefined && <p className={styles.description}>{tool.description}</p>}
      {fields.length > 0 && (
        <ul className={styles.fields} aria-label="Input schema">
          {fields.map((field) => (
            <li key={field.name} title={field.description}>
              <code>{field.name}</code>
              {field.required && <span className={styles.required}> required</span>}
              <span className={styles.type}> {field.type}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Checked({ check }: { readonly check: ArgumentCheck }) {
  if (check.kind === 'fault') return <p className={styles.fault}>{check.message}</p>;
  return (
    <>
      {check.note !== '' && <p>{check.note}</p>}
      {check.warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Does not fit the schema">
          {check.warnings.slice(0, 6).map((warning) => (
            <li key={`${warning.path} ${warning.message}`}>
              {warning.path !== '' && <code>{warning.path}</code>} {warning.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The lab's tools come with arguments that are sure to fail as described. */
function firstDraft(tool: ToolInfo): Draft {
  const lab = labTool(tool.name);
  const template = lab !== undefined ? lab.sampleArguments : argumentTemplate(tool.inputSchema);
  const timeoutMs = lab?.needsShortTimeout ? String(LAB_SHORT_TIMEOUT_MS) : '';
  return { text: JSON.stringify(template, null, 2), timeoutMs };
}

function readTimeout(
  text: string,
): { ok: true; value: number | undefined } | { ok: false; value: undefined } {
  if (text.trim() === '') return { ok: true, value: undefined };
  const value = Number(text);
  const fits = Number.isInteger(value) && value >= 1 && value <= LONGEST_MS;
  return fits ? { ok: true, value } : { ok: false, value: undefined };
}

function cannotCall(info: SessionInfo): string {
  return info.state === 'recording'
    ? 'This is a recording: there is no server to call.'
    : 'The server is not running. Restart the session to call its tools.';
}
