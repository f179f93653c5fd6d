import { z } from 'zod';
import type { JsonObject } from '../../app/base/json-value.ts';

/** A place where the arguments do not fit the tool's schema. */
export type SchemaWarning = {
  /** The place in words: names and list places with dots between; empty for the whole. */
  readonly path: string;
  readonly at: readonly (string | number)[];
  readonly message: string;
};

/** Checks arguments against a tool's input schema; `unreadable` where the schema itself cannot be read. */
export type SchemaCheck =
  | { readonly kind: 'checked'; readonly warnings: readonly SchemaWarning[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

export type SchemaChecker = (value: unknown) => SchemaCheck;

/** Makes a checker of a JSON Schema. A schema is a server's text: whatever it holds, this does not throw. */
export function schemaChecker(schema: JsonObject): SchemaChecker {
  // The page's CSP forbids the code that zod would generate for speed.
  z.config({ jitless: true });
  try {
    const reader = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    return (value) => run(reader, value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return () => ({ kind: 'unreadable', reason });
  }
}

function run(reader: z.ZodType, value: unknown): SchemaCheck {
  try {
    const read = reader.safeParse(value);
    const warnings = read.success
      ? []
      : read.error.issues.map((issue) => {
          const at = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
          return { path: at.join('.'), at, message: issueWords(issue) };
        });
    return { kind: 'checked', warnings };
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

function issueWords({ code, message }: { readonly code?: string; readonly message: string }): string {
  if (code === 'invalid_union') return 'fits none of the alternatives';
  if (message.endsWith('received undefined')) return 'is required';
  return message.replace(/^(?:Invalid input|Too small|Too big): /, '');
}
