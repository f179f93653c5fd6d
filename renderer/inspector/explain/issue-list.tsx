import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../../app/base/json-value.ts';
import { Paged } from '../../ui/list/paged.tsx';
import styles from './explain.module.css';

/** Validation issues: where, and what. */
export function IssueList({ issues }: { readonly issues: readonly ErrorIssue[] }) {
  return (
    <Paged items={issues} noun="issue">
      {(shown, from) => (
        <ul className={styles.issues}>
          {shown.map((issue, index) => (
            <li key={from + index}>
              {issue.path !== '' && <code>{issue.path}</code>} {issue.message}
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}

export type ErrorIssue = { readonly path: string; readonly message: string };

/**
 * Reads validation issues in the shapes that servers use: zod's `{path, message}`, pydantic's `{loc, msg}`,
 * `{field, message}`, plain strings, or an object from field to message. Empty for anything else.
 */
export function readIssues(value: unknown): ErrorIssue[] {
  if (Array.isArray(value)) return value.flatMap(readIssue);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([path, messages]) =>
    (Array.isArray(messages) ? messages : [messages])
      .filter((message) => typeof message === 'string')
      .map((message) => ({ path, message })),
  );
}

/** Issues inside a message: servers often print zod's list as JSON behind a sentence. */
export function issuesInText(text: string): ErrorIssue[] {
  const start = text.indexOf('[');
  const end = text.lastIndexOf(']');
  if (start < 0 || end < start || text.length > 100_000) return [];
  const value = parseJson(text.slice(start, end + 1));
  return Array.isArray(value) && value.every(isJsonObject) ? readIssues(value) : [];
}

function readIssue(value: unknown): ErrorIssue[] {
  if (typeof value === 'string') return [{ path: '', message: value }];
  if (!isJsonObject(value)) return [];
  const message = unionText(value) ?? stringAt(value, 'message') ?? stringAt(value, 'msg');
  if (message === undefined) return [];
  const place = value.path ?? value.loc ?? value.field ?? value.instancePath ?? '';
  return [{ path: Array.isArray(place) ? place.join('.') : String(place), message }];
}

/** zod says of a union only "Invalid input"; the types that it would take are in its branches. */
function unionText(issue: JsonObject): string | undefined {
  if (issue.code !== 'invalid_union' || !Array.isArray(issue.errors)) return undefined;
  const types = issue.errors.flat().flatMap((inner: unknown) => {
    if (!isJsonObject(inner) || !Array.isArray(inner.path) || inner.path.join('.') !== 'type') return [];
    return Array.isArray(inner.values) ? inner.values.map((value) => JSON.stringify(value)) : [];
  });
  return types.length === 0 ? undefined : `type is none of ${[...new Set(types)].join(', ')}`;
}
