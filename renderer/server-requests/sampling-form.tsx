import { useMemo } from 'react';
import { isJsonObject, type JsonObject, stringAt } from '../../app/base/json-value.ts';
import { checkSchema } from '../../app/schema/check-schema.ts';
import { readObject, writtenArguments } from '../state/server/call-draft.ts';
import {
  type JsonDraft,
  readContent,
  type SamplingTool,
  STOP_REASONS,
  samplingTools,
  withTextContent,
  withToolContent,
} from '../state/server/server-request-draft.ts';
import { AreaField, SelectField, TextField } from '../ui/controls/fields.tsx';
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
        <AreaField
          label="Text"
          rows={4}
          value={content.text}
          onChange={(text) => change(withTextContent(result, text))}
        />
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
      {!read.ok && <p className={styles.fault}>{read.error} Correct the text in the whole result.</p>}
    </fieldset>
  );
}

const ROLES = [
  ['assistant', 'assistant'],
  ['user', 'user'],
] as const;

type PartProps = { readonly result: JsonObject; readonly onChange: (result: JsonObject) => void };

function ModelFields({ result, onChange }: PartProps) {
  return (
    <div className={styles.trio}>
      <SelectField
        label="Role"
        options={ROLES}
        value={stringAt(result, 'role') ?? ''}
        onChange={(role) => onChange({ ...result, role })}
      />
      <TextField
        label="Model"
        value={stringAt(result, 'model') ?? ''}
        onChange={(model) => onChange({ ...result, model })}
      />
      <TextField
        label="Stop reason"
        suggestions={STOP_REASONS}
        value={stringAt(result, 'stopReason') ?? ''}
        onChange={(stopReason) => onChange({ ...result, stopReason })}
      />
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
    <SelectField
      label="The model answers with"
      options={[['', 'a text'], ...tools.map(({ name }) => [name, `the use of ${name}`] as const)]}
      value={chosen}
      onChange={choose}
    />
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
