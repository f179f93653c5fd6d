import { useId, useMemo } from 'react';
import { isJsonObject, type JsonObject, stringAt } from '../../app/base/json-value.ts';
import { checkSchema } from '../../app/schema/check-schema.ts';
import { writtenArguments } from '../state/server/call-draft.ts';
import {
  type JsonDraft,
  readContent,
  readObject,
  type SamplingTool,
  STOP_REASONS,
  samplingTools,
  withTextContent,
  withToolContent,
} from '../state/server-requests/server-request-draft.ts';
import { Field } from '../ui/controls/field.tsx';
import { fieldWarnings } from '../ui/forms/form-value.ts';
import { ObjectForm } from '../ui/forms/object-form.tsx';
import { startArguments } from '../ui/forms/start-value.ts';
import styles from './server-requests.module.css';

type Props = {
  readonly params: JsonObject;
  readonly draft: JsonDraft;
  readonly onChange: (draft: JsonDraft) => void;
};

/** The model's answer as the user writes it: a text, or the use of one of the request's tools. */
export function SamplingForm({ params, draft, onChange }: Props) {
  const result = draft.kept;
  const tools = useMemo(() => samplingTools(params), [params]);
  const content = readContent(result.content);
  const read = readObject(draft.text);
  const change = (next: JsonObject) => onChange(writtenArguments(next));
  return (
    <fieldset disabled={!read.ok} className={styles.plain}>
      {tools.length > 0 && <ToolChoice tools={tools} result={result} onChange={change} />}
      {content.kind === 'text' && (
        <Field label="Text">
          {(wiring) => (
            <textarea
              {...wiring}
              rows={4}
              value={content.text}
              onChange={(event) => change(withTextContent(result, event.target.value))}
            />
          )}
        </Field>
      )}
      {content.kind === 'tool' && (
        <ToolInput
          schema={tools.find(({ name }) => name === content.name)?.inputSchema}
          input={content.input}
          onChange={(input) => change(withToolContent(result, content.id, content.name, input))}
        />
      )}
      {content.kind === 'other' && (
        <p className={styles.note}>
          This content has another shape than a text. Edit it in the whole result.
        </p>
      )}
      <ModelFields result={result} onChange={change} />
      {!read.ok && <p className={styles.fault}>{read.error} Mend the text in the whole result.</p>}
    </fieldset>
  );
}

type PartProps = { readonly result: JsonObject; readonly onChange: (result: JsonObject) => void };

function ModelFields({ result, onChange }: PartProps) {
  const list = useId();
  return (
    <div className={styles.trio}>
      <Field label="Role">
        {({ id, className }) => (
          <select
            id={id}
            className={className}
            value={stringAt(result, 'role') ?? ''}
            onChange={(event) => onChange({ ...result, role: event.target.value })}
          >
            <option value="assistant">assistant</option>
            <option value="user">user</option>
          </select>
        )}
      </Field>
      <Field label="Model">
        {(wiring) => (
          <input
            {...wiring}
            value={stringAt(result, 'model') ?? ''}
            onChange={(event) => onChange({ ...result, model: event.target.value })}
          />
        )}
      </Field>
      <Field label="Stop reason">
        {(wiring) => (
          <input
            {...wiring}
            list={list}
            value={stringAt(result, 'stopReason') ?? ''}
            onChange={(event) => onChange({ ...result, stopReason: event.target.value })}
          />
        )}
      </Field>
      <datalist id={list}>
        {STOP_REASONS.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </div>
  );
}

type ToolChoiceProps = PartProps & { readonly tools: readonly SamplingTool[] };

function ToolChoice({ tools, result, onChange }: ToolChoiceProps) {
  const content = readContent(result.content);
  const chosen = content.kind === 'tool' ? content.name : '';
  const choose = (name: string) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) onChange(withTextContent(result, ''));
    else onChange(withToolContent(result, `call_${tool.name}`, tool.name, startArguments(tool.inputSchema)));
  };
  return (
    <Field label="The model answers with">
      {({ id, className }) => (
        <select id={id} className={className} value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="">a text</option>
          {tools.map(({ name }) => (
            <option key={name} value={name}>
              the use of {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type ToolInputProps = {
  readonly schema: unknown;
  readonly input: JsonObject;
  readonly onChange: (input: JsonObject) => void;
};

function ToolInput({ schema, input, onChange }: ToolInputProps) {
  const known = isJsonObject(schema) ? schema : EMPTY;
  const check = useMemo(() => checkSchema(known, input), [known, input]);
  return (
    <ObjectForm
      schema={known}
      value={input}
      warnings={fieldWarnings(check.warnings)}
      disabled={false}
      onChange={(next) => isJsonObject(next) && onChange(next)}
    />
  );
}

const EMPTY = {};
