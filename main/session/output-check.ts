import { CallToolResultSchema, ContentBlockSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isJsonObject, isReadInPart, type JsonObject } from '../../app/base/json-value.ts';
import { checkPart, MAX_STEPS } from '../../app/base/schema/check-schema.ts';
import { schemaFault } from '../../app/base/schema/schema-fault.ts';
import type { SchemaDraft } from '../../app/base/schema/schema-walk.ts';

/** The result type of both SDKs' validators (`JsonSchemaValidatorResult`). */
type Validated<T> =
  | { valid: true; data: T; errorMessage: undefined }
  | { valid: false; data: undefined; errorMessage: string };

const MOST = { warnings: 5, steps: MAX_STEPS };
const DRAFT_06_OR_07 = /^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/;
const DRAFT_2019_OR_2020 = /^https?:\/\/json-schema\.org\/draft\/20(?:20-12|19-09)\/schema#?$/;

/**
 * Validates output schemas for the clients of both SDKs in place of their ajv: ajv runs a server's `pattern` and
 * expands a server's doubling references without limit, so one tool could hang the host. Accepts and rejects what ajv
 * does with their settings. What cannot be checked within a limit is accepted.
 */
export class OutputValidator {
  /** Client 1.x reads every schema as draft 7; 2.x uses the declared draft, by default 2020-12. */
  readonly #era: 'initialize' | 'modern';

  constructor(era: 'initialize' | 'modern') {
    this.#era = era;
  }

  /** A check for values; throws, like ajv, for a schema that does not compile. */
  getValidator<T>(schema: object): (value: unknown) => Validated<T> {
    const document: JsonObject = isJsonObject(schema) ? schema : {};
    const draft = this.#era === 'modern' ? declaredDraft(document) : 'draft-07';
    const fault =
      draft === undefined ? 'JSON Schema declares an unsupported dialect' : schemaFault(document, draft);
    if (draft === undefined || fault !== '') throw new Error(fault);
    return (value) => {
      const { warnings } = checkPart(document, document, value, MOST, draft);
      if (warnings.length === 0 || isReadInPart(value))
        return { valid: true, data: value as T, errorMessage: undefined };
      const places = warnings.map(
        ({ at, message }) => `data${at.map((step) => `/${step}`).join('')} ${message}`,
      );
      return { valid: false, data: undefined, errorMessage: places.join(', ') };
    };
  }
}

/** The declared draft of a schema as client 2.4.0 reads it; undefined if it refuses the draft. */
function declaredDraft({ $schema }: JsonObject): SchemaDraft | undefined {
  if (typeof $schema !== 'string' || DRAFT_2019_OR_2020.test($schema)) return '2020-12';
  return DRAFT_06_OR_07.test($schema) ? 'draft-07' : undefined;
}

type Validate = (value: unknown) => Validated<unknown>;

/**
 * Checks structured content against the output schemas of the listed tools, with the messages of client 2.4.0
 * (`Client.callTool`), whose own check never sees our calls.
 */
export class OutputCheck {
  readonly #validator = new OutputValidator('modern');
  readonly #checks = new Map<string, Validate>();

  /** Reads a page of `tools/list`; a schema that does not compile is not checked. */
  learn(page: unknown): void {
    const tools = isJsonObject(page) && Array.isArray(page.tools) ? page.tools : [];
    for (const tool of tools) {
      if (!isJsonObject(tool) || typeof tool.name !== 'string') continue;
      this.#checks.delete(tool.name);
      const check = isJsonObject(tool.outputSchema) ? this.#compile(tool.outputSchema) : undefined;
      if (check !== undefined) this.#checks.set(tool.name, check);
    }
  }

  /** The client's objection to a result of this tool; empty if there is none. */
  objection(tool: string, result: unknown): string {
    const check = this.#checks.get(tool);
    if (check === undefined || !isJsonObject(result) || result.isError === true) return '';
    if (result.structuredContent === undefined) {
      return `Tool ${tool} has an output schema but did not return structured content`;
    }
    const { valid, errorMessage } = check(result.structuredContent);
    return valid ? '' : `Structured content does not match the tool's output schema: ${errorMessage ?? ''}`;
  }

  #compile(schema: JsonObject): Validate | undefined {
    try {
      return this.#validator.getValidator(schema);
    } catch {
      // The tool is listed and can be called anyway.
      return undefined;
    }
  }
}

/** SDK 1.32 tries every block type in turn and collects each one's issues; the `type` member alone decides here. */
const byType = CallToolResultSchema.extend({
  content: z.array(z.discriminatedUnion('type', ContentBlockSchema.options)).default([]),
});

/**
 * Accepts and rejects what the SDK's own schema does, with the same messages, but parses fifty thousand blocks in a
 * quarter of the time. May return the value itself instead of a copy.
 */
const toolResult = z.transform((value, context) => {
  if (isPlain(value)) return value;
  const fast = byType.safeParse(value);
  if (fast.success) return fast.data;
  const own = CallToolResultSchema.safeParse(value);
  if (own.success) return own.data;
  // Raw issues would be repeated word for word.
  context.issues.push(...(own.error.issues as z.core.$ZodRawIssue[]));
  return z.NEVER;
});

/** True if all blocks are text, as in most results: the schema accepts that and drops nothing. */
function isPlain(value: unknown): boolean {
  if (!isJsonObject(value) || !Array.isArray(value.content)) return false;
  for (const name in value) {
    if (name !== 'content' && (name !== 'isError' || typeof value.isError !== 'boolean')) return false;
  }
  return value.content.every(isPlainText);
}

function isPlainText(block: unknown): boolean {
  if (!isJsonObject(block) || block.type !== 'text' || typeof block.text !== 'string') return false;
  for (const name in block) if (name !== 'type' && name !== 'text') return false;
  return true;
}

/** For the SDK's client, which only parses with it. */
export const TOOL_RESULT = toolResult as unknown as typeof CallToolResultSchema;
