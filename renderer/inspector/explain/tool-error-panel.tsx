import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { codeName } from '../../../app/codes/code-name.ts';
import type { LookupContext } from '../../../app/codes/lookup-context.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { ErrorFacts } from './error-data-card.tsx';
import { readToolError, type StatedError, toolErrorContext } from './tool-error.ts';
import styles from './tool-error-panel.module.css';

type Props = {
  readonly result: JsonObject;
  /** The tool's name; empty where it is not known. */
  readonly tool: string;
  readonly context: LookupContext;
};

/** The amber panel: everything that an `isError` result says. */
export function ToolErrorPanel({ result, tool, context }: Props) {
  const error = readToolError(result);
  return (
    <section className={styles.panel} aria-label="Tool error" data-tier="tool">
      <header className={styles.head}>
        <TierMark tier="tool" size={14} />
        <h2>{tool === '' ? 'The tool reports an error' : `${tool} reports an error`}</h2>
        <span>tool error</span>
      </header>
      {error.contentProblem !== '' && <p className={styles.problem}>{error.contentProblem}</p>}
      {error.blocks.length > 0 && <ContentBlocks blocks={error.blocks} />}
      {error.hint !== '' && (
        <p className={styles.hint}>
          <strong>Recovery hint:</strong> {error.hint}
        </p>
      )}
      {error.disagreement !== '' && <p className={styles.problem}>{error.disagreement}</p>}
      {error.agrees && (
        <p className={styles.parity}>content and structuredContent.error tell the same story.</p>
      )}
      {error.error !== undefined && (
        <Stated error={error.error} raw={statedValue(error.structured)} context={context} />
      )}
      {error.structured !== undefined && !holdsOnlyError(error.structured) && (
        <Part name="structuredContent">
          <JsonTree value={error.structured} label="structuredContent" />
        </Part>
      )}
      {error.extras.map(({ name, value }) => (
        <Part key={name} name={name} note="not a member that MCP defines; hosts drop it">
          <JsonTree value={value} label={name} />
        </Part>
      ))}
    </section>
  );
}

type StatedProps = {
  readonly error: StatedError;
  /** The value of `structuredContent.error` as it came. */
  readonly raw: unknown;
  readonly context: LookupContext;
};

function Stated({ error, raw, context }: StatedProps) {
  const isCode = /^-?\d+$/.test(error.codeText);
  return (
    <Part name="structuredContent.error">
      <p className={styles.stated}>
        {error.codeText !== '' && <code>{error.codeText}</code>}{' '}
        {isCode && <strong>{codeName(error.codeText, toolErrorContext(context, error))}</strong>}
      </p>
      {error.message !== '' && <p>{error.message}</p>}
      {error.data !== undefined && <ErrorFacts data={withoutHint(error.data)} declared={{}} />}
      <JsonTree value={raw} label="structuredContent.error" />
    </Part>
  );
}

function statedValue(structured: unknown): unknown {
  return isJsonObject(structured) ? structured.error : undefined;
}

/** The error has a part of its own: the whole would only repeat it. */
function holdsOnlyError(structured: unknown): boolean {
  return isJsonObject(structured) && 'error' in structured && Object.keys(structured).length === 1;
}

/** The recovery hint stands above, in full width. */
function withoutHint(data: unknown): unknown {
  if (!isJsonObject(data)) return data;
  const { recovery: _above, ...rest } = data;
  return rest;
}

type PartProps = { readonly name: string; readonly note?: string; readonly children: React.ReactNode };

function Part({ name, note, children }: PartProps) {
  return (
    <section className={styles.part} aria-label={name}>
      <h3>
        <code>{name}</code>
        {note !== undefined && <span> {note}</span>}
      </h3>
      {children}
    </section>
  );
}
