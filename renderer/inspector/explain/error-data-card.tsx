import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../../app/base/json-value.ts';
import { UrlView } from '../../shared/url-view.tsx';
import { joinedList, shortened } from '../../ui/format/quantity-text.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { Card, kit } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';

type Props = { readonly data: unknown; readonly declared: JsonObject };

/** `error.data`: first in plain text, then in full. */
export function ErrorDataCard({ data, declared }: Props) {
  if (data === undefined) return null;
  return (
    <Card title="error.data">
      <div className={kit.stack}>
        <ErrorFacts data={data} declared={declared} />
        <JsonTree value={data} label="error.data" />
      </div>
    </Card>
  );
}

/** The parts of `error.data` that MCP, its SDKs or frameworks define; `declared` is the client's capabilities. */
export function ErrorFacts({ data, declared }: Props) {
  if (!isJsonObject(data)) return Array.isArray(data) && <IssueList issues={readIssues(data)} />;
  const uri = textAt(data, 'uri');
  const reason = textAt(data, 'reason');
  const detail = textAt(data, 'message') ?? textAt(data, 'detail');
  const hint = textAt(data.recovery, 'hint');
  return (
    <>
      {uri !== undefined && (
        <p>
          The resource in question: <code>{uri}</code>
        </p>
      )}
      <Elicitations value={data.elicitations} />
      <Versions data={data} />
      <Capabilities value={data.requiredCapabilities} declared={declared} />
      {reason !== undefined && (
        <p>
          Reason: <code>{reason}</code>
        </p>
      )}
      {detail !== undefined && <p>“{detail}”</p>}
      {hint !== undefined && (
        <p>
          <strong>Recovery hint:</strong> {hint}
        </p>
      )}
      <IssueList
        issues={readIssues(data.validation_errors ?? data.validationErrors ?? data.issues ?? data.errors)}
      />
    </>
  );
}

/** A longer text is truncated: the card also shows the raw data. */
const MAX_CHARS = 2000;

function textAt(value: unknown, name: string): string | undefined {
  const text = stringAt(value, name);
  return text === undefined ? undefined : shortened(text, MAX_CHARS);
}

function Elicitations({ value }: { readonly value: unknown }) {
  const items = Array.isArray(value) ? value.filter(isJsonObject) : [];
  if (items.length === 0) return null;
  return (
    <Paged items={items} noun="address" nouns="addresses" size={20}>
      {(shown, from) => (
        <ul className={kit.quoted}>
          {shown.map((item, index) => {
            const message = textAt(item, 'message') ?? '';
            return (
              <li key={from + index}>
                The user must open this address first{message === '' ? '' : ` (“${message}”)`}:
                <UrlView url={stringAt(item, 'url') ?? ''} />
              </li>
            );
          })}
        </ul>
      )}
    </Paged>
  );
}

function Versions({ data }: { readonly data: JsonObject }) {
  const supported = textsOf(data.supported);
  const requested = textAt(data, 'requested') ?? '';
  if (supported.length === 0 && requested === '') return null;
  return (
    <p>
      {requested !== '' && (
        <>
          The client asked for <code>{requested}</code>.{' '}
        </>
      )}
      {supported.length > 0 && (
        <>
          The server supports <code>{joinedList(supported)}</code>.
        </>
      )}
    </p>
  );
}

function Capabilities({ value, declared }: { readonly value: unknown; readonly declared: JsonObject }) {
  const required = Array.isArray(value) ? textsOf(value) : capabilityPaths(value);
  if (required.length === 0) return null;
  const missing = required.filter((path) => !declares(declared, path));
  return (
    <p>
      The server needs these capabilities of the client: <code>{joinedList(required)}</code>.{' '}
      {missing.length === 0
        ? 'The client declared all of them.'
        : `The client did not declare ${joinedList(missing)}.`}
    </p>
  );
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
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

/** Validation issues: where, and what. */
export function IssueList({ issues }: { readonly issues: readonly ErrorIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <Paged items={issues} noun="issue">
      {(shown, from) => (
        <ul className={kit.quoted}>
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

/** Reads validation issues in the shapes of zod, pydantic and others; empty for anything else. */
export function readIssues(value: unknown): ErrorIssue[] {
  if (Array.isArray(value)) return value.flatMap(readIssue);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([path, messages]) =>
    (Array.isArray(messages) ? messages : [messages])
      .filter((message) => typeof message === 'string')
      .map((message) => ({ path, message })),
  );
}

/** Issues inside a message: servers often print zod's list as JSON after a sentence. */
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

/** For a union zod only reports "Invalid input"; the accepted types are in its branches. */
function unionText(issue: JsonObject): string | undefined {
  if (issue.code !== 'invalid_union' || !Array.isArray(issue.errors)) return undefined;
  const types = issue.errors.flat().flatMap((inner: unknown) => {
    if (!isJsonObject(inner) || !Array.isArray(inner.path) || inner.path.join('.') !== 'type') return [];
    return Array.isArray(inner.values) ? inner.values.map((value) => JSON.stringify(value)) : [];
  });
  return types.length === 0 ? undefined : `type is none of ${[...new Set(types)].join(', ')}`;
}
