import { groupedBy } from '../base/grouped-by.ts';
import { isJsonObject, type JsonObject, stringAt, valueAt } from '../base/json-value.ts';

/** A tool error's own structured statement; null for missing parts. */
export type StructuredStatement = {
  readonly code: number | null;
  readonly reason: string | null;
  readonly hint: string | null;
  readonly retryable: boolean | null;
};

/** Reads `structuredContent.error` as mcp-ts-core and others write it; null if there is none. */
export function structuredStatement(result: unknown): StructuredStatement | null {
  const structured = isJsonObject(result) ? result.structuredContent : undefined;
  if (!isJsonObject(structured)) return null;
  const error = isJsonObject(structured.error) ? structured.error : structured;
  const data = isJsonObject(error.data) ? error.data : {};
  const code = typeof error.code === 'number' && Number.isInteger(error.code) ? error.code : null;
  const atom = stringAt(error, 'code') ?? null;
  const statement = {
    code,
    reason: stringAt(data, 'reason') ?? stringAt(error, 'reason') ?? atom,
    hint:
      [data, error, structured]
        .map((place) => stringAt(place.recovery, 'hint') ?? stringAt(place, 'hint'))
        .find((hint) => hint !== undefined) ?? null,
    retryable: [data.retryable, error.retryable].find((retryable) => typeof retryable === 'boolean') ?? null,
  };
  // A successful result may also have a code or a reason: it must be marked as an error.
  const isError = isJsonObject(structured.error) || (isJsonObject(result) && result.isError === true);
  const says = Object.values(statement).some((value) => value !== null);
  return isError && says ? statement : null;
}

/** The error that mcp-ts-core puts into `structuredContent.error` (since 0.8.3). */
export type StructuredError = {
  readonly code: number;
  readonly message: string;
  readonly data: JsonObject | undefined;
  /** `data.recovery.hint`, or empty. */
  readonly hint: string;
};

/** Reads `structuredContent.error`; undefined unless it has an integer code and a message. */
export function structuredErrorOf(result: JsonObject): StructuredError | undefined {
  const error = valueAt(result, ['structuredContent', 'error']);
  if (!isJsonObject(error) || !Number.isInteger(error.code)) return undefined;
  const { code, message, data } = error;
  if (typeof code !== 'number' || typeof message !== 'string') return undefined;
  const known = isJsonObject(data) ? data : undefined;
  return { code, message, data: known, hint: stringAt(known?.recovery, 'hint') ?? '' };
}

/** The text that mcp-ts-core writes into `content` for this error. */
export function mirroredText(error: StructuredError): string {
  return `Error: ${error.message}${error.hint === '' ? '' : `\n\nRecovery: ${error.hint}`}`;
}

export type DeclaredReason = {
  readonly reason: string;
  /** When it occurs, in the author's words; empty if the tool does not say. */
  readonly when: string;
};

export type FailedReason = {
  readonly reason: string;
  /** True if the framework itself reports that the tool never declared it: the author's mistake. */
  readonly refused: boolean;
};

export type ToolContract = {
  readonly declared: readonly (DeclaredReason & { readonly seen: number })[];
  readonly undeclared: readonly (FailedReason & { readonly seen: number })[];
};

const UNKNOWN_REASON = 'ctx.fail() called with unknown reason ';
const WHEN = /`([^`\n]{1,100})`: ([\s\S]*?)(?= `[^`\n]{1,100}`: | Other values are possible|$)/g;

/**
 * The reasons that a listed tool declares; undefined for a tool without such a contract. mcp-ts-core 0.12 and later:
 * `outputSchema.properties.error`, with the reasons as examples of `data.reason` and their conditions in its
 * description (toolHandlerFactory.ts, toolErrorEnvelopeSchema); 0.8.0 to 0.8.2: a list in
 * `_meta['mcp-ts-core/errors']`.
 */
export function declaredReasons(
  tool: Readonly<{ outputSchema?: unknown; _meta?: unknown }>,
): readonly DeclaredReason[] | undefined {
  return inOutputSchema(tool.outputSchema) ?? inMeta(tool._meta);
}

function inOutputSchema(schema: unknown): readonly DeclaredReason[] | undefined {
  const reason = valueAt(
    schema,
    ['error', 'data', 'reason'].flatMap((name) => ['properties', name]),
  );
  if (!isJsonObject(reason) || !Array.isArray(reason.examples)) return undefined;
  const said = new Map(
    [...(stringAt(reason, 'description') ?? '').matchAll(WHEN)].map(([, name = '', when = '']) => [
      name,
      when,
    ]),
  );
  return reason.examples
    .filter((example) => typeof example === 'string')
    .map((example) => ({ reason: example, when: said.get(example) ?? '' }));
}

function inMeta(meta: unknown): readonly DeclaredReason[] | undefined {
  const listed = isJsonObject(meta) ? meta['mcp-ts-core/errors'] : undefined;
  if (!Array.isArray(listed)) return undefined;
  return listed.flatMap((entry: unknown) => {
    const reason = stringAt(entry, 'reason');
    return reason === undefined ? [] : [{ reason, when: stringAt(entry, 'when') ?? '' }];
  });
}

/** The reason in the structured error of a result with `isError`; undefined if there is none. */
export function failedReason(result: JsonObject): FailedReason | undefined {
  const structured = isJsonObject(result.structuredContent) ? result.structuredContent.error : undefined;
  const error = structured ?? (isJsonObject(result._meta) ? result._meta.error : undefined);
  const data = isJsonObject(error) ? error.data : undefined;
  const reason = stringAt(data, 'reason');
  if (reason === undefined || !isJsonObject(data)) return undefined;
  const refused =
    (stringAt(error, 'message') ?? '').startsWith(UNKNOWN_REASON) && Array.isArray(data.declaredReasons);
  return { reason, refused };
}

/** Compares the observed reasons with the declared ones, most frequent first. */
export function toolContract(
  declared: readonly DeclaredReason[],
  seen: readonly FailedReason[],
): ToolContract {
  const byReason = groupedBy(seen, ({ reason }) => reason);
  const known = new Set(declared.map(({ reason }) => reason));
  const undeclared = [...byReason]
    .filter(([reason]) => !known.has(reason))
    .map(([reason, all]) => ({ reason, refused: all.some(({ refused }) => refused), seen: all.length }));
  return {
    declared: declared
      .map((one) => ({ ...one, seen: byReason.get(one.reason)?.length ?? 0 }))
      .toSorted((left, right) => right.seen - left.seen),
    undeclared: undeclared.toSorted((left, right) => right.seen - left.seen),
  };
}
