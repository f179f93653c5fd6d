import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { codeName } from '../../../app/codes/code-name.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import { endName, errorHeadline } from '../../../app/explain/error-name.ts';
import { faultsText } from '../../../app/explain/phrases.ts';
import type { Row } from '../../../app/frame/row.ts';
import { isErrorTier } from '../../../app/frame/tier.ts';
import { EARLIER_SERVER, refusesProbe } from '../../../app/session/answer-outcome.ts';
import type { WireError } from '../../../app/wire/envelope.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import { useTargetTool } from '../../state/server/use-tasks.ts';
import { type ContentBlock, readBlocks } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { RowLink } from '../../ui/controls/links.tsx';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { kit, TierMark } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { Headline } from './cards.tsx';
import { ErrorFacts, issuesInText } from './error-data-card.tsx';
import headline from './headline.module.css';
import { outcomeLabel } from './outcome-text.ts';

type Props = { readonly inspected: Inspected; readonly context: LookupContext };

const SELECTED: { readonly [Kind in Row['kind']]?: string } = {
  frame: 'the request',
  http: 'what carried it',
};

/** The first card of an exchange: how it ended, in the tier's color and the server's own words. */
export function ExchangeHead({ inspected, context }: Props) {
  const { row, settling, session } = inspected;
  return (
    <>
      {row.seq !== settling.seq && (
        <p className={kit.mute}>
          You selected {SELECTED[row.kind] ?? 'what the client did'}. This explains how the call ended:{' '}
          <RowLink session={session} seq={settling.seq}>
            select that row
          </RowLink>
          .
        </p>
      )}
      <Top inspected={inspected} context={context} />
    </>
  );
}

function Top({ inspected, context }: Props) {
  const { settling } = inspected;
  const envelope = settlingEnvelope(inspected);
  const tool = useTargetTool({ ...settling, session: inspected.session });
  if (settling.tier === 'tool' && envelope?.kind === 'result' && isJsonObject(envelope.result)) {
    return <ToolErrorPanel result={envelope.result} tool={tool} context={context} />;
  }
  const error = wireErrorOf(inspected);
  if (settling.tier === 'ok' && refusesProbe(settling.method, envelope)) {
    const message = error === undefined ? '' : `${error.codeText} ${error.message}`;
    const title = EARLIER_SERVER.replace(/^n/, 'N');
    return <Headline tier="ok" title={title} label={tierLabel(settling)} message={message} />;
  }
  if (error === undefined) return <WithoutError inspected={inspected} />;
  return (
    <Headline
      tier={settling.tier}
      code={error.codeText}
      title={codeName(error.codeText, context)}
      label={tierLabel(settling)}
      message={error.message === '' ? '(no message)' : error.message}
    />
  );
}

/** An exchange that ended without a JSON-RPC error: successfully, by the client's decision, or not at all. */
function WithoutError({ inspected }: { readonly inspected: Inspected }) {
  const { settling, events, session } = inspected;
  const called = settling.target === '' ? settling.method : `${settling.method} ${settling.target}`;
  const clientText = events.find((event) => event.kind === 'client')?.text ?? '';
  // A client's message may contain a code that was never on the wire, so a malformed answer takes precedence.
  const own = settling.tier === 'protocol' ? '' : withoutIssues(clientText);
  const envelope = settlingEnvelope(inspected);
  const faults = envelope?.kind === 'result' || envelope?.kind === 'error' ? envelope.faults : [];
  const broken = faults.length === 0 ? settling.text : `The answer breaks JSON-RPC: ${faultsText(faults)}.`;
  // What a lost request says stands below, with its arguments.
  const message = settling.tier === 'ok' || settling.outcome === 'lost' ? '' : own || broken;
  const end = events.find((event) => event.kind === 'process');
  const { tier, outcome } = settling;
  const http = inspected.failure?.failure.http;
  const sender = inspected.request?.row.direction || 'client-to-server';
  const title = isErrorTier(tier)
    ? errorHeadline(endName({ tier, outcome, sender, answerFaults: faults, http }), called)
    : called;
  return (
    <Headline tier={settling.tier} title={title} label={tierLabel(settling)} message={message}>
      {settling.outcome === 'lost' && end !== undefined && (
        <p>
          <RowLink session={session} seq={end.seq}>
            {end.text}
          </RowLink>
        </p>
      )}
    </Headline>
  );
}

function withoutIssues(text: string): string {
  return issuesInText(text).length === 0 ? text : text.slice(0, text.indexOf('[')).trim();
}

function tierLabel(row: Row): string {
  if (row.outcome === '') return row.tier;
  const plain = row.tier === 'ok' || row.outcome === 'tool error' || row.outcome === 'protocol error';
  return plain ? outcomeLabel(row) : `${row.tier} · ${row.outcome}`;
}

type ToolErrorPanelProps = {
  readonly result: JsonObject;
  readonly tool: string;
  readonly context: LookupContext;
};

/** The amber panel: everything in an `isError` result. */
export function ToolErrorPanel({ result, tool, context }: ToolErrorPanelProps) {
  const error = readToolError(result);
  return (
    <section className={`${kit.card} ${kit.tinted} ${kit.stack}`} aria-label="Tool error" data-tier="tool">
      <header className={`${kit.wrap} ${kit.baseline} ${kit.spread} ${headline.line}`}>
        <div className={`${kit.row} ${kit.baseline} ${headline.name}`}>
          <TierMark tier="tool" size={14} />
          <h2 className={kit.title}>
            {tool === '' ? 'The tool reports an error' : drawnText(`${tool} reports an error`)}
          </h2>
        </div>
        <small>tool error</small>
      </header>
      {error.contentProblem !== '' && <p className={kit.callout}>{error.contentProblem}</p>}
      {error.blocks.length > 0 && <ContentBlocks blocks={error.blocks} />}
      {error.hint !== '' && (
        <p className={`${kit.card} ${kit.tinted}`}>
          <strong>Recovery hint:</strong> {error.hint}
        </p>
      )}
      {error.disagreement !== '' && <p className={kit.callout}>{error.disagreement}</p>}
      {error.agrees && <p className={kit.mute}>content and structuredContent.error tell the same story.</p>}
      {error.error !== undefined && (
        <Stated
          error={error.error}
          raw={isJsonObject(error.structured) ? error.structured.error : undefined}
          context={context}
        />
      )}
      {error.structured !== undefined && !holdsOnlyError(error.structured) && (
        <Part name="structuredContent">
          <JsonTree value={error.structured} label="structuredContent" />
        </Part>
      )}
      <Paged items={error.extras} noun="member" size={20}>
        {(shown) =>
          shown.map(({ name, value }, index) => (
            <Part key={name} name={name} note="not a member that MCP defines; hosts drop it">
              <JsonTree value={value} label={name} folded={index > 2} />
            </Part>
          ))
        }
      </Paged>
    </section>
  );
}

type StatedProps = {
  readonly error: StatedError;
  readonly raw: unknown;
  readonly context: LookupContext;
};

function Stated({ error, raw, context }: StatedProps) {
  const isCode = /^-?\d+$/.test(error.codeText);
  return (
    <Part name="structuredContent.error">
      <p>
        {error.codeText !== '' && <code className={kit.strong}>{error.codeText}</code>}{' '}
        {isCode && <strong>{codeName(error.codeText, toolErrorContext(context, error))}</strong>}
      </p>
      {error.message !== '' && <p>{drawnText(error.message)}</p>}
      {error.data !== undefined && <ErrorFacts data={withoutHint(error.data)} declared={{}} />}
      <JsonTree value={raw} label="structuredContent.error" />
    </Part>
  );
}

/** The error has its own section, so the whole value would only repeat it. */
function holdsOnlyError(structured: unknown): boolean {
  return isJsonObject(structured) && 'error' in structured && Object.keys(structured).length === 1;
}

/** The recovery hint is shown above, in full width. */
function withoutHint(data: unknown): unknown {
  if (!isJsonObject(data)) return data;
  const { recovery: _above, ...rest } = data;
  return rest;
}

type PartProps = { readonly name: string; readonly note?: string; readonly children: React.ReactNode };

function Part({ name, note, children }: PartProps) {
  return (
    <section className={kit.card} aria-label={name}>
      <h3>
        <code>{name}</code>
        {note !== undefined && <small> {note}</small>}
      </h3>
      {children}
    </section>
  );
}

type StatedError = Pick<WireError, 'codeText' | 'message' | 'data'>;

const DEFINED = ['content', 'structuredContent', 'isError', '_meta', 'resultType'];

/** The catalog's context for the code inside `structuredContent.error`. */
export function toolErrorContext(session: LookupContext, error: StatedError): LookupContext {
  return {
    ...session,
    tier: 'tool',
    message: error.message,
    method: 'tools/call',
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}

/** Parses an `isError` result for the amber panel. */
export function readToolError(result: JsonObject) {
  const blocks = readBlocks(result.content);
  const structured = result.structuredContent;
  const stated = isJsonObject(structured) ? structured.error : undefined;
  const error = readStated(stated);
  const differs = disagreement(blocks, error);
  return {
    blocks,
    contentProblem: contentProblem(result),
    structured,
    error,
    hint: hintOf(stated) ?? hintOf(structured) ?? hintOf(result) ?? '',
    extras: Object.keys(result)
      .filter((name) => !DEFINED.includes(name))
      .map((name) => ({ name, value: result[name] })),
    disagreement: differs,
    agrees: differs === '' && error !== undefined && error.message !== '',
  };
}

function readStated(value: unknown): StatedError | undefined {
  if (typeof value === 'string') return { codeText: '', message: value, data: undefined };
  if (!isJsonObject(value)) return undefined;
  return {
    codeText: value.code === undefined ? '' : JSON.stringify(value.code),
    message: stringAt(value, 'message') ?? '',
    data: value.data,
  };
}

function contentProblem(result: JsonObject): string {
  const { content } = result;
  if (content === undefined)
    return 'The result has no content: a host that passes on content has nothing to pass on.';
  if (!Array.isArray(content)) return 'content is not a list: strict clients reject the result.';
  return content.length === 0
    ? 'content is empty: a host that passes on content can only say that the call failed.'
    : '';
}

/** `recovery.hint`, at its place in mcp-ts-core (`data.recovery`) or elsewhere. */
function hintOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const data = isJsonObject(value.data) ? value.data : undefined;
  return stringAt(data?.recovery, 'hint') ?? stringAt(value.recovery, 'hint');
}

function disagreement(blocks: readonly ContentBlock[], error: StatedError | undefined): string {
  if (error === undefined || error.message === '') return '';
  const text = blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
  if (text.trim() === '') {
    return 'structuredContent.error has a message, but content has no text: a host that forwards content loses it.';
  }
  if (folded(text).includes(folded(error.message))) return '';
  return 'content and structuredContent.error tell different stories: which of them the model reads depends on the host.';
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\?["'“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
