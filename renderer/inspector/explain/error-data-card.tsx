import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../../app/base/json-value.ts';
import { assertNever } from '../../../app/base/result.ts';
import { UrlView } from '../../shared/url-view.tsx';
import { Card } from '../../ui/controls/card.tsx';
import { joinedList, shortened } from '../../ui/format/counted.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import styles from './explain.module.css';

type Props = { readonly data: unknown; readonly declared: JsonObject };

/** `error.data`: first what it says in plain text, then all of it. */
export function ErrorDataCard({ data, declared }: Props) {
  if (data === undefined) return null;
  return (
    <Card title="error.data">
      <div className={styles.stack}>
        <ErrorFacts data={data} declared={declared} />
        <JsonTree value={data} label="error.data" />
      </div>
    </Card>
  );
}

/** The members of an error's data that have a plain-text form. */
export function ErrorFacts({ data, declared }: Props) {
  return readErrorData(data, declared).map((fact) => <Fact key={fact.kind} fact={fact} />);
}

function Fact({ fact }: { readonly fact: DataFact }) {
  switch (fact.kind) {
    case 'uri':
      return (
        <p>
          The resource in question: <code>{fact.uri}</code>
        </p>
      );
    case 'elicitations':
      return (
        <Paged items={fact.items} noun="address" nouns="addresses" size={20}>
          {(shown, from) => (
            <ul className={styles.issues}>
              {shown.map((item, index) => (
                <li key={from + index}>
                  The user must open this address first{item.message === '' ? '' : ` (“${item.message}”)`}:
                  <UrlView url={item.url} />
                </li>
              ))}
            </ul>
          )}
        </Paged>
      );
    case 'versions':
      return (
        <p>
          {fact.requested !== '' && (
            <>
              The client asked for <code>{fact.requested}</code>.{' '}
            </>
          )}
          {fact.supported.length > 0 && (
            <>
              The server supports <code>{joinedList(fact.supported)}</code>.
            </>
          )}
        </p>
      );
    case 'capabilities':
      return (
        <p>
          The server needs these capabilities of the client: <code>{joinedList(fact.required)}</code>.{' '}
          {fact.missing.length === 0
            ? 'The client declared all of them.'
            : `The client did not declare ${joinedList(fact.missing)}.`}
        </p>
      );
    case 'reason':
      return (
        <p>
          Reason: <code>{fact.text}</code>
        </p>
      );
    case 'detail':
      return <p>“{fact.text}”</p>;
    case 'hint':
      return (
        <p>
          <strong>Recovery hint:</strong> {fact.text}
        </p>
      );
    case 'issues':
      return <IssueList issues={fact.issues} />;
    default:
      return assertNever(fact);
  }
}

type Elicitation = { readonly message: string; readonly url: string; readonly id: string };

type DataFact =
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
 * `message` (Hermes, whose `message` is the detail), `recovery.hint` (mcp-ts-core), and lists of validation issues. `declared` is what the client can do.
 */
export function readErrorData(data: unknown, declared: JsonObject): DataFact[] {
  if (Array.isArray(data)) return issuesFact(data);
  if (!isJsonObject(data)) return [];
  const uri = textAt(data, 'uri');
  const reason = textAt(data, 'reason');
  const detail = textAt(data, 'message') ?? textAt(data, 'detail');
  const hint = textAt(data.recovery, 'hint');
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

const MAX_CHARS = 2000;

function textAt(value: unknown, name: string): string | undefined {
  const text = stringAt(value, name);
  return text === undefined ? undefined : shortened(text, MAX_CHARS);
}

function elicitations(value: unknown): DataFact[] {
  if (!Array.isArray(value)) return [];
  const items = value.filter(isJsonObject).map((item) => ({
    message: textAt(item, 'message') ?? '',
    url: stringAt(item, 'url') ?? '',
    id: stringAt(item, 'elicitationId') ?? '',
  }));
  return items.length === 0 ? [] : [{ kind: 'elicitations', items }];
}

function versions(data: JsonObject): DataFact[] {
  const list = Array.isArray(data.supported) ? data.supported.filter((item) => typeof item === 'string') : [];
  const requested = textAt(data, 'requested') ?? '';
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

type ErrorIssue = { readonly path: string; readonly message: string };

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
