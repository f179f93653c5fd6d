import type { ToolInfo } from '../../../app/contract/commands.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { schemaFields } from '../../ui/forms/schema-fields.ts';
import styles from './call-form.module.css';

type Props = {
  readonly tool: ToolInfo;
  /** Lists the arguments too, where no form names them. */
  readonly listed: boolean;
};

/** What a tool says of itself. */
export function CallAbout({ tool, listed }: Props) {
  const fields = listed ? schemaFields(tool.inputSchema) : [];
  return (
    <>
      <h2 className={styles.title}>
        {tool.name}
        {tool.title !== undefined && tool.title !== tool.name && <span> {tool.title}</span>}
      </h2>
      {tool.description !== undefined && (
        <ScrollBox className={styles.description}>{tool.description}</ScrollBox>
      )}
      {fields.length > 0 && (
        <ScrollBox className={styles.fields}>
          <ul aria-label="Input schema">
            {fields.map((field) => (
              <li key={field.name} title={field.description}>
                <code>{field.name}</code>
                {field.required && <span className={styles.required}> required</span>}
                <span className={styles.type}> {field.type}</span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
    </>
  );
}
