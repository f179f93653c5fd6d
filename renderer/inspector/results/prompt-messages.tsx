import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { readBlock } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import styles from './results.module.css';

/** The messages of a prompt, each with its role (MCP, server/prompts, "PromptMessage"). */
export function PromptMessages({ result }: { readonly result: JsonObject }) {
  const { messages } = result;
  const about = stringAt(result, 'description') ?? '';
  if (!Array.isArray(messages)) return <p>The result has no list of messages.</p>;
  return (
    <>
      {about !== '' && <p className={styles.note}>{about}</p>}
      {messages.length === 0 && <p>The list of messages is empty.</p>}
      <ol className={styles.messages} aria-label="Messages">
        {messages.map((message, index) => (
          // A result never changes: the position is the identity.
          <li key={index}>
            <p className={styles.role}>{stringAt(message, 'role') ?? 'no role'}</p>
            <ContentBlocks blocks={blocksOf(message)} label={`Content of message ${index + 1}`} />
          </li>
        ))}
      </ol>
    </>
  );
}

function blocksOf(message: unknown) {
  const content = isJsonObject(message) ? message.content : message;
  return Array.isArray(content) ? content.map(readBlock) : [readBlock(content)];
}
