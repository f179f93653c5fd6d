import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../base/testing/runs.ts';
import { classifyError } from './auto-classify.ts';
import { catalogEntries } from './catalog.ts';

// The installed package's own tables, which have no public entry point.

type PackageRow = { readonly compiledPattern: RegExp; readonly errorCode: number };
type PackageTables = {
  readonly ERROR_TYPE_MAPPINGS: { readonly [name: string]: number };
  readonly COMPILED_PROVIDER_PATTERNS: readonly PackageRow[];
  readonly COMPILED_ERROR_PATTERNS: readonly PackageRow[];
};

const TABLES = new URL(
  '../../node_modules/@cyanheads/mcp-ts-core/dist/utils/internal/error-handler/mappings.js',
  import.meta.url,
).href;

let tables: PackageTables;
beforeAll(async () => {
  tables = await import(/* @vite-ignore */ TABLES);
}, 60_000);

/** The package's `ErrorHandler.determineErrorCode` for an error with this name and message. */
function packageCode(name: string, message: string): number {
  const mapped = Object.hasOwn(tables.ERROR_TYPE_MAPPINGS, name)
    ? tables.ERROR_TYPE_MAPPINGS[name]
    : undefined;
  const rows = [...tables.COMPILED_PROVIDER_PATTERNS, ...tables.COMPILED_ERROR_PATTERNS];
  const row = rows.find(({ compiledPattern: row }) => row.test(message) || row.test(name));
  return mapped ?? row?.errorCode ?? (name === 'AbortError' ? -32004 : -32603);
}

const WORDS =
  'ThrottlingException|AccessDenied|ResourceNotFoundException|status code 401|status code 403|status code 404|status code 409|status code 429|status code 599|ECONNREFUSED|ETIMEDOUT|unique constraint|foreign key constraint|JWT expired|row level security|quota exceeded|model_not_found|context_length_exceeded|dns|connection reset|not authorized|expired-token|forbidden|not be allowed|no such|invalid|missing arg|already exists|rate limit|timed out|aborted|cancelled|bad gateway|zod|schema validation|boom|\n|5xx'.split(
    '|',
  );
const NAMES =
  'Error|TypeError|SyntaxError|ReferenceError|RangeError|URIError|EvalError|ZodError|AggregateError|AbortError|TimeoutError|NotFoundError|ThrottlingException'.split(
    '|',
  );

describe('the classification beside the package', () => {
  it('has the same rows, in the same order', () => {
    const rows = (table: 'provider' | 'common') =>
      catalogEntries()
        .filter((entry) => entry.match?.table === table)
        .toSorted((left, right) => (left.match?.order ?? 0) - (right.match?.order ?? 0))
        .map(({ match, code }) => `/${match?.pattern}/${match?.flags} ${code}`);
    const own = (all: readonly PackageRow[]) =>
      all.map(({ compiledPattern, errorCode }) => `${compiledPattern} ${errorCode}`);
    expect(rows('provider')).toEqual(own(tables.COMPILED_PROVIDER_PATTERNS));
    expect(rows('common')).toEqual(own(tables.COMPILED_ERROR_PATTERNS));
  });

  it('gives every error the code that the package gives it', () => {
    const message = fc
      .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), message, (name, text) => {
        expect(classifyError({ name, message: text }).row.code).toBe(packageCode(name, text));
      }),
      { numRuns: runs(500) },
    );
  });
});
