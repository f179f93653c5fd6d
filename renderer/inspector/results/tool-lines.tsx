import { useState } from 'react';
import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './results.module.css';

const FIRST = 100;
const ABOUT_CHARS = 200;

/** The tools of a page of `tools/list`, with their arguments in a few words each. */
export function ToolLines({ result }: { readonly result: JsonObject }) {
  const [all, setAll] = useState(false);
  const { tools } = result;
  if (!Array.isArray(tools)) return <p>The result has no list of tools.</p>;
  const shown = all ? tools : tools.slice(0, FIRST);
  return (
    <>
      <p className={styles.note}>
        {tools.length === 1 ? '1 tool' : `${tools.length} tools`}
        {typeof result.nextCursor === 'string' ? '; another page follows' : ''}.
      </p>
      <ul className={styles.tools} aria-label="Tools">
        {shown.map((tool, index) => (
          <ToolLine key={index} tool={tool} />
        ))}
      </ul>
      {shown.length < tools.length && (
        <Button size="small" onClick={() => setAll(true)}>
          Show {tools.length - shown.length} more
        </Button>
      )}
    </>
  );
}

function ToolLine({ tool }: { readonly tool: unknown }) {
  const about = stringAt(tool, 'description') ?? '';
  const title = stringAt(tool, 'title') ?? '';
  return (
    <li>
      <code>
        {stringAt(tool, 'name') ?? '(no name)'}({argumentNames(tool).join(', ')})
      </code>
      {title !== '' && <span> {title}</span>}
      {about !== '' && (
        <p className={styles.about}>
          {about.length > ABOUT_CHARS ? `${about.slice(0, ABOUT_CHARS)}…` : about}
        </p>
      )}
    </li>
  );
}

/** The arguments by name; those that may be left out have a question mark. */
function argumentNames(tool: unknown): string[] {
  const schema = isJsonObject(tool) && isJsonObject(tool.inputSchema) ? tool.inputSchema : {};
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  return names.map((name) => (required.includes(name) ? name : `${name}?`));
}
