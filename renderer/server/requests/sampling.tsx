import { useMemo } from 'react';
import { isJsonObject, type JsonObject, plainText, stringAt } from '../../../app/base/json-value.ts';
import { checkSchema } from '../../../app/base/schema/check-schema.ts';
import { readObject, writtenArguments } from '../../state/server/call-draft.ts';
import {
  type JsonDraft,
  readContent,
  type SamplingTool,
  STOP_REASONS,
  samplingTools,
  withTextContent,
  withToolContent,
} from '../../state/server/server-request-draft.ts';
import { readBlocks } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { AreaField, SelectField, TextField } from '../../ui/controls/fields.tsx';
import { counted, joinedList, shortened } from '../../ui/format/quantity-text.ts';
import { fieldWarnings, startArguments } from '../../ui/forms/form-value.ts';
import { ObjectForm } from '../../ui/forms/value-field.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { kit, ScrollBox } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import styles from './server-requests.module.css';

type Props = {
  readonly params: JsonObject;
  readonly draft: JsonDraft;
  readonly onChange: (draft: JsonDraft) => void;
};

/** The model's answer, written by the user: a text, or a use of one of the request's tools. */
export function SamplingForm({ params, draft, onChange }: Props) {
  const result = draft.kept;
  const tools = useMemo(() => samplingTools(params), [params]);
  const content = readContent(result.content);
  const read = readObject(draft.text);
  const change = (next: JsonObject) => onChange(writtenArguments(next));
  return (
    <fieldset disabled={!read.ok} className={kit.stack}>
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
        <p className={kit.note}>This content has another shape than a text. Edit it in the whole result.</p>
      )}
      <ModelFields result={result} onChange={change} />
      {!read.ok && <p className={kit.fault}>{read.error} Correct the text in the whole result.</p>}
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

function ToolChoice({ tools, result, onChange }: PartProps & { readonly tools: readonly SamplingTool[] }) {
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

/** The page sizes of messages and their blocks multiply. */
const MESSAGES = 30;
const BLOCKS = 10;

/** These members have their own sections; the others are in the list of preferences. */
const SHOWN = ['messages', 'systemPrompt', 'tools', 'task', '_meta'];

/** Everything that a server would show a model: the system prompt, the messages, the tools, the preferences. */
export function SamplingRequest({ params }: { readonly params: JsonObject }) {
  const messages: readonly unknown[] = Array.isArray(params.messages) ? params.messages : [];
  const system = stringAt(params, 'systemPrompt') ?? '';
  const tools = samplingTools(params);
  return (
    <div className={kit.group}>
      {system !== '' && (
        <section aria-label="System prompt" className={kit.callout} data-role="system">
          <h3 className={kit.note}>system prompt</h3>
          <ScrollBox className={`${kit.low} ${kit.code}`}>{system}</ScrollBox>
        </section>
      )}
      <Paged items={messages} noun="message" size={MESSAGES}>
        {(shown, from) =>
          shown.map((message, index) => (
            // A request never changes, so the position identifies the message.
            <Message key={from + index} message={message} />
          ))
        }
      </Paged>
      {messages.length === 0 && <p className={kit.note}>The request has no messages.</p>}
      <Preferences params={params} />
      {tools.length > 0 && (
        <details>
          <summary>
            {tools.length === 1 ? 'One tool' : counted(tools.length, 'tool')}:{' '}
            {joinedList(tools.map(({ name }) => name))}
          </summary>
          <JsonTree value={params.tools} label="Tools of the request" />
        </details>
      )}
    </div>
  );
}

function Message({ message }: { readonly message: unknown }) {
  const role = stringAt(message, 'role') ?? 'no role';
  const content = isJsonObject(message) ? message.content : undefined;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return (
    <fieldset
      aria-label={`Message of the ${role}`}
      className={kit.callout}
      data-tone={role === 'user' ? 'accent' : 'none'}
      data-role={role}
    >
      <h3 className={kit.note}>{role}</h3>
      <Paged items={blocks} noun="block" size={BLOCKS}>
        {(shown, from) => shown.map((block, index) => <Block key={from + index} block={block} />)}
      </Paged>
    </fieldset>
  );
}

/** Tool uses and their results are blocks that exist only in sampling (2025-11-25). */
function Block({ block }: { readonly block: unknown }) {
  const type = stringAt(block, 'type');
  if (isJsonObject(block) && (type === 'tool_use' || type === 'tool_result')) {
    const name = stringAt(block, 'name') ?? stringAt(block, 'toolUseId') ?? '';
    const value = type === 'tool_use' ? block.input : (block.structuredContent ?? block.content);
    return (
      <div>
        <p>
          {type === 'tool_use' ? 'uses the tool' : 'the result of'} <code>{name}</code>
          {block.isError === true && ', an error'}
        </p>
        <JsonTree value={value} label={`${type} ${name}`} />
      </div>
    );
  }
  return <ContentBlocks blocks={readBlocks([block])} />;
}

function Preferences({ params }: { readonly params: JsonObject }) {
  const preferences = Object.entries(params).filter(([name]) => !SHOWN.includes(name));
  if (preferences.length === 0) return null;
  return (
    <Paged items={preferences} noun="member" size={MESSAGES}>
      {(shown) => (
        <dl className={kit.entries}>
          {shown.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{preferenceText(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Paged>
  );
}

const PREFERENCE_CHARS = 2000;

function preferenceText(name: string, value: unknown): string {
  const text = name === 'modelPreferences' ? preferencesText(value) : plainText(value);
  return shortened(text, PREFERENCE_CHARS);
}

/** The hints first, as the models that they name; then the priorities from 0 to 1. */
function preferencesText(value: unknown): string {
  if (!isJsonObject(value)) return plainText(value);
  const { hints, ...others } = value;
  const names = Array.isArray(hints) ? hints.map((hint) => stringAt(hint, 'name') ?? plainText(hint)) : [];
  const priorities = Object.entries(others).map(([name, preference]) => `${name} ${plainText(preference)}`);
  return [...(names.length === 0 ? [] : [joinedList(names)]), ...priorities].join(' · ');
}
