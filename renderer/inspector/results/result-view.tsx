import { type ComponentType, useContext, useMemo } from 'react';
import { isJsonObject, type JsonObject, plainText, stringAt } from '../../../app/base/json-value.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import { readBlock, readBlocks, readContents } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { counted, joinedList, shortened } from '../../ui/format/quantity-text.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { kit } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import { useToolInfo } from '../use-tool-info.ts';
import { StructuredPart } from './structured-part.tsx';

type CallResultProps = {
  readonly result: JsonObject;
  readonly session: string;
  readonly tool: string;
  readonly callSeq: number;
};

function CallResult({ result, session, tool, callSeq }: CallResultProps) {
  const schema = useToolInfo(session, tool, callSeq)?.outputSchema;
  const { content, structuredContent } = result;
  return (
    <div className={kit.stack}>
      {Array.isArray(content) ? (
        <ResultBlocks content={content} />
      ) : (
        awaitsStructure(result) && <p>The result has no content list. Strict clients reject it.</p>
      )}
      {structuredContent !== undefined && <StructuredPart value={structuredContent} schema={schema} />}
      {structuredContent === undefined && schema !== undefined && awaitsStructure(result) && (
        <p className={`${kit.callout} ${kit.tier}`} data-tone="error">
          The tool declares an output schema, and this result has no structuredContent. Clients that check it
          reject the result.
        </p>
      )}
    </div>
  );
}

function ResultBlocks({ content }: { readonly content: readonly unknown[] }) {
  const blocks = useMemo(() => readBlocks(content), [content]);
  return <ContentBlocks blocks={blocks} />;
}

/** A request for input is not the tool's result yet. */
function awaitsStructure({ resultType }: JsonObject): boolean {
  return resultType === undefined || resultType === 'complete';
}

type Props = {
  readonly method: string;
  readonly result: unknown;
  readonly session: string;
  readonly tool: string;
  readonly callSeq: number;
};

/** A result rendered by method: blocks, contents, messages, values or tools; a tree for all others. */
export function ResultView({ method, result, session, tool, callSeq }: Props) {
  const { CreatedTask } = useContext(InspectorSlotsContext);
  if (!isJsonObject(result)) return <JsonTree value={result} label="Result" />;
  switch (method) {
    case 'tools/call':
    // The result that the call would have returned without a task (2025-11-25, basic/utilities/tasks.mdx).
    case 'tasks/result':
      if (method === 'tools/call' && createdTask(result) !== undefined && CreatedTask !== undefined)
        return <CreatedTask result={result} session={session} />;
      return <CallResult result={result} session={session} tool={tool} callSeq={callSeq} />;
    default: {
      const Part = PARTS[method];
      if (Part === undefined) return <JsonTree value={result} label="Result" />;
      return (
        <div className={kit.stack}>
          <Part result={result} />
          <details>
            <summary className={kit.mute}>The whole result as a tree</summary>
            <JsonTree value={result} label="Result" />
          </details>
        </div>
      );
    }
  }
}

type PartProps = { readonly result: JsonObject };

/** The most important part of a result, by method; the whole result follows below. */
const PARTS: { readonly [method: string]: ComponentType<PartProps> } = {
  'resources/read': ReadContents,
  'prompts/get': PromptMessages,
  'completion/complete': CompletionValues,
  'tools/list': ToolLines,
};

function ReadContents({ result }: PartProps) {
  if (!Array.isArray(result.contents)) return <p>The result has no list of contents.</p>;
  if (result.contents.length === 0) return <p>The list of contents is empty.</p>;
  return <ContentBlocks blocks={readContents(result.contents)} label="Contents" />;
}

/** A server's suggestions for an argument (MCP, server/utilities/completion). */
function CompletionValues({ result }: PartProps) {
  const completion = isJsonObject(result.completion) ? result.completion : {};
  const { values, total, hasMore } = completion;
  if (!Array.isArray(values)) return <p>The result has no list of values.</p>;
  const of = typeof total === 'number' ? ` of ${total.toLocaleString('en')}` : '';
  return (
    <>
      <p className={kit.mute}>
        {values.length === 0 ? 'No suggestion' : `${values.length}${of} suggested`}
        {hasMore === true ? '; the server has more' : ''}.
      </p>
      <Paged items={values} noun="value">
        {(shown, from) => (
          <ol className={kit.wrap} aria-label="Suggested values" start={from + 1}>
            {shown.map((value, index) => (
              <li key={index} className={kit.tag}>
                {shortened(plainText(value), VALUE_CHARS)}
              </li>
            ))}
          </ol>
        )}
      </Paged>
    </>
  );
}

/** The messages of a prompt, each with its role (MCP, server/prompts, "PromptMessage"). */
function PromptMessages({ result }: PartProps) {
  const { messages } = result;
  const about = stringAt(result, 'description') ?? '';
  if (!Array.isArray(messages)) return <p>The result has no list of messages.</p>;
  return (
    <>
      {about !== '' && <p className={kit.mute}>{shortened(about, VALUE_CHARS)}</p>}
      {messages.length === 0 && <p>The list of messages is empty.</p>}
      <Paged items={messages} noun="message" size={MESSAGES}>
        {(shown, from) => (
          <ol className={kit.stack} aria-label="Messages" start={from + 1}>
            {shown.map((message, index) => (
              // A result never changes, so the position identifies the message.
              <Message key={from + index} message={message} number={from + index + 1} />
            ))}
          </ol>
        )}
      </Paged>
    </>
  );
}

/** The page sizes of messages and their blocks multiply. */
const MESSAGES = 30;
const MESSAGE_BLOCKS = 10;
const VALUE_CHARS = 1000;

function Message({ message, number }: { readonly message: unknown; readonly number: number }) {
  const blocks = useMemo(() => blocksOf(message), [message]);
  return (
    <li>
      <p className={kit.heading}>{shortened(stringAt(message, 'role') ?? 'no role', ABOUT_CHARS)}</p>
      <ContentBlocks blocks={blocks} label={`Content of message ${number}`} size={MESSAGE_BLOCKS} />
    </li>
  );
}

function blocksOf(message: unknown) {
  const content = isJsonObject(message) ? message.content : message;
  return Array.isArray(content) ? content.map(readBlock) : [readBlock(content)];
}

const ABOUT_CHARS = 200;

function ToolLines({ result }: PartProps) {
  const { tools } = result;
  if (!Array.isArray(tools)) return <p>The result has no list of tools.</p>;
  return (
    <>
      <p className={kit.mute}>
        {counted(tools.length, 'tool')}
        {typeof result.nextCursor === 'string' ? '; another page follows' : ''}.
      </p>
      <Paged items={tools} noun="tool">
        {(shown) => (
          <ul className={`${kit.stack} ${kit.divided}`} aria-label="Tools">
            {shown.map((tool, index) => (
              <ToolLine key={index} tool={tool} />
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

function ToolLine({ tool }: { readonly tool: unknown }) {
  const about = stringAt(tool, 'description') ?? '';
  const title = stringAt(tool, 'title') ?? '';
  return (
    <li>
      <code className={kit.strong}>
        {shortened(stringAt(tool, 'name') ?? '(no name)', ABOUT_CHARS)}({joinedList(argumentNames(tool))})
      </code>
      {title !== '' && <span> {shortened(title, ABOUT_CHARS)}</span>}
      {about !== '' && <p className={kit.note}>{shortened(about, ABOUT_CHARS)}</p>}
    </li>
  );
}

function argumentNames(tool: unknown): string[] {
  const schema = isJsonObject(tool) && isJsonObject(tool.inputSchema) ? tool.inputSchema : {};
  const required = new Set<unknown>(Array.isArray(schema.required) ? schema.required : []);
  const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  return names.map((name) => (required.has(name) ? name : `${name}?`));
}
