import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { type ErrorIssue, readIssues } from './error-issues.ts';

export type Elicitation = { readonly message: string; readonly url: string; readonly id: string };

/** A part of `error.data` that can be said in words. The raw data is shown beside it all the same. */
export type DataFact =
  | { readonly kind: 'uri'; readonly uri: string }
  | { readonly kind: 'elicitations'; readonly items: readonly Elicitation[] }
  | { readonly kind: 'versions'; readonly supported: readonly string[]; readonly requested: string }
  | {
      readonly kind: 'capabilities';
      readonly required: readonly string[];
      readonly missing: readonly string[];
    }
  | { readonly kind: 'reason'; readonly text: string }
  | { readonly kind: 'detail'; readonly text: string }
  | { readonly kind: 'hint'; readonly text: string }
  | { readonly kind: 'issues'; readonly issues: readonly ErrorIssue[] };

/**
 * Reads the members of `error.data` that MCP and its SDKs give a meaning: `uri` (-32002), `elicitations`
 * (-32042), `supported` and `requested` (version errors), `requiredCapabilities` (-32021), `reason`,
 * `message` (Hermes, where it is the detail), `recovery.hint` (mcp-ts-core), and lists of validation issues. `declared` is what the client can do.
 */
export function readErrorData(data: unknown, declared: JsonObject): DataFact[] {
  if (Array.isArray(data)) return issuesFact(data);
  if (!isJsonObject(data)) return [];
  const uri = stringAt(data, 'uri');
  const reason = stringAt(data, 'reason');
  const detail = stringAt(data, 'message') ?? stringAt(data, 'detail');
  const hint = stringAt(data.recovery, 'hint');
  return [
    ...(uri === undefined ? [] : [{ kind: 'uri' as const, uri }]),
    ...elicitations(data.elicitations),
    ...versions(data),
    ...capabilities(data.requiredCapabilities, declared),
    ...(reason === undefined ? [] : [{ kind: 'reason' as const, text: reason }]),
    ...(detail === undefined ? [] : [{ kind: 'detail' as const, text: detail }]),
    ...(hint === undefined ? [] : [{ kind: 'hint' as const, text: hint }]),
    ...issuesFact(data.validation_errors ?? data.validationErrors ?? data.issues ?? data.errors),
  ];
}

function elicitations(value: unknown): DataFact[] {
  if (!Array.isArray(value)) return [];
  const items = value.filter(isJsonObject).map((item) => ({
    message: stringAt(item, 'message') ?? '',
    url: stringAt(item, 'url') ?? '',
    id: stringAt(item, 'elicitationId') ?? '',
  }));
  return items.length === 0 ? [] : [{ kind: 'elicitations', items }];
}

function versions(data: JsonObject): DataFact[] {
  const list = Array.isArray(data.supported) ? data.supported.filter((item) => typeof item === 'string') : [];
  const requested = stringAt(data, 'requested') ?? '';
  if (list.length === 0 && requested === '') return [];
  return [{ kind: 'versions', supported: list, requested }];
}

function capabilities(value: unknown, declared: JsonObject): DataFact[] {
  const required = Array.isArray(value)
    ? value.filter((name) => typeof name === 'string')
    : capabilityPaths(value);
  if (required.length === 0) return [];
  return [{ kind: 'capabilities', required, missing: required.filter((path) => !declares(declared, path)) }];
}

/** `{elicitation: {url: {}}}` as `elicitation.url`. */
function capabilityPaths(value: unknown): string[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const below = capabilityPaths(inner);
    return below.length === 0 ? [name] : below.map((path) => `${name}.${path}`);
  });
}

function declares(declared: JsonObject, path: string): boolean {
  let at: unknown = declared;
  for (const name of path.split('.')) {
    if (!isJsonObject(at) || !(name in at)) return false;
    at = at[name];
  }
  return true;
}

function issuesFact(value: unknown): DataFact[] {
  const issues = readIssues(value);
  return issues.length === 0 ? [] : [{ kind: 'issues', issues }];
}
