import { isJsonObject, type JsonObject, stringAt, valueAt } from '../../base/json-value.ts';
import { SERVER_INFO_KEY } from '../../protocol/meta-keys.ts';
import { FIRST_STATELESS } from '../../protocol/revisions.ts';
import { mirroredText, structuredErrorOf } from '../structured-error.ts';
import { type SeenError, type SeenResult, type SeenToolError, TEXT_LIMIT } from './seen-answer.ts';

type Conditions<Seen> = { readonly [name: string]: (seen: Seen) => boolean };

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

/** What the fields of a trait cannot say, by the name in `fits`. */
export const ERROR_CONDITIONS: Conditions<SeenError> = {
  versionTwoData: ({ message, data }) => {
    if (!isJsonObject(data)) return false;
    if (data.reason === 'invalid_uri' || data.reason === 'invalid_request_state') return true;
    if (isJsonObject(data.envelope) && 'key' in data.envelope && 'problem' in data.envelope) return true;
    const isUriAlone = Object.keys(data).length === 1 && typeof data.uri === 'string';
    return isUriAlone && message === `Resource not found: ${data.uri}`;
  },
  uriInData: ({ message, data }) =>
    message.replace(/^(Unknown resource:|Error reading resource) /, '') === stringAt(data, 'uri'),
  saysNotFound: ({ message }) => /not found/i.test(message),
  methodAlone: ({ method, message }) => method !== '' && message === method,
  methodRepeated: ({ method, message }) => method !== '' && message === `Method not found: ${method}`,
  methodInData: ({ method, data }) => method !== '' && data === method,
  methodOrDataAlone: ({ method, data }) =>
    typeof data === 'string' && data !== '' && (method === '' || data === method),
  detailInData: ({ data }) =>
    isJsonObject(data) && (typeof data.message === 'string' || typeof data.method === 'string'),
  /** "IllegalStateException: boom", then a line for each further cause. */
  javaCause: ({ message, data }) => {
    if (typeof data !== 'string') return false;
    const [name, rest] = data.slice(0, TEXT_LIMIT).split(': ', 2);
    return /^[A-Z]\w*(Exception|Error)$/.test(name ?? '') && rest !== undefined && data.includes(message);
  },
};

export const TOOL_ERROR_CONDITIONS: Conditions<SeenToolError> = {
  structuredError: ({ result }) => errorOf(result) !== undefined,
  mirroredError: isMirrored,
  mirroredHint: (seen) => isMirrored(seen) && errorOf(seen.result)?.hint !== '',
  errorInMeta: ({ result }) => isJsonObject(result._meta) && isJsonObject(result._meta.error),
};

/** Codes of mcp-ts-core are in JSON-RPC's server range; other servers put their own numbers there. */
function errorOf(result: JsonObject): ReturnType<typeof structuredErrorOf> {
  const error = structuredErrorOf(result);
  return error !== undefined && error.code <= -32000 && error.code >= -32768 ? error : undefined;
}

function isMirrored({ result, text }: SeenToolError): boolean {
  const error = errorOf(result);
  return error !== undefined && mirroredText(error).slice(0, TEXT_LIMIT) === text;
}

const HINTS = 'readOnlyHint,destructiveHint,idempotentHint,openWorldHint';
const INTEGER_FORMAT = /^u?int(8|16|32|64)?$/;
const MAX_PROPERTIES = 50;
const MAX_ALTERNATIVES = 8;
const REASON_PATH = ['error', 'data', 'reason'].flatMap((name) => ['properties', name]);

/** Conditions for one tool of a `tools/list` result. */
export const TOOL_CONDITIONS: Conditions<JsonObject> = {
  draft07WithoutTitle: ({ inputSchema }) => isUntitled(inputSchema, DRAFT_07),
  draft2020WithoutTitle: (tool) => isUntitled(tool.inputSchema, DRAFT_2020) && !('execution' in tool),
  taskSupportForbidden: ({ execution }) => stringAt(execution, 'taskSupport') === 'forbidden',
  descriptionFirst: (tool) => {
    const schema = tool.inputSchema;
    if (!isJsonObject(schema) || schema.additionalProperties !== false || schema.$schema !== DRAFT_07)
      return false;
    const order = Object.keys(tool).filter((key) => /^(description|inputSchema|name)$/.test(key));
    return order.join() === 'description,inputSchema,name';
  },
  describedErrors: ({ outputSchema }) => {
    if (!isJsonObject(outputSchema) || !Array.isArray(outputSchema.anyOf)) return false;
    const reason = valueAt(outputSchema, REASON_PATH);
    const hasExamples = isJsonObject(reason) && Array.isArray(reason.examples);
    return hasExamples && outputSchema.anyOf.length <= MAX_ALTERNATIVES;
  },
  errorContract: ({ _meta }) => isJsonObject(_meta) && 'mcp-ts-core/errors' in _meta,
  // Python SDK 1 writes members in declaration order, SDK 2 in alphabetical order.
  pydanticTitle: (tool) => hasPydanticTitle(tool) && Object.keys(tool)[0] === 'name',
  sortedPydanticTitle: (tool) => hasPydanticTitle(tool) && Object.keys(tool)[0] !== 'name',
  fastmcpMeta: ({ _meta, outputSchema }) => {
    if (isJsonObject(outputSchema) && outputSchema['x-fastmcp-wrap-result'] === true) return true;
    return isJsonObject(_meta) && (isJsonObject(_meta.fastmcp) || isJsonObject(_meta._fastmcp));
  },
  /** The helper of mcp-go for tools sets every hint, in this order. */
  fourHints: (tool) => {
    if (Object.keys(tool)[0] !== 'annotations' || !isJsonObject(tool.annotations)) return false;
    const hints = Object.keys(tool.annotations).filter((key) => key !== 'title');
    return hints.join() === HINTS;
  },
  integerFormats: ({ inputSchema }) => {
    if (!isJsonObject(inputSchema) || !isJsonObject(inputSchema.properties)) return false;
    if (inputSchema.$schema !== DRAFT_2020) return false;
    return Object.values(inputSchema.properties)
      .slice(0, MAX_PROPERTIES)
      .some((property) => INTEGER_FORMAT.test(stringAt(property, 'format') ?? ''));
  },
};

function isUntitled(schema: unknown, draft: string): boolean {
  return stringAt(schema, '$schema') === draft && stringAt(schema, 'title') === undefined;
}

/** The title that pydantic gives the schema of a function's arguments. */
function hasPydanticTitle(tool: JsonObject): boolean {
  return typeof tool.name === 'string' && stringAt(tool.inputSchema, 'title') === `${tool.name}Arguments`;
}

export const RESULT_CONDITIONS: Conditions<SeenResult> = {
  /** Both TypeScript SDKs write `{"result":…,"jsonrpc":"2.0","id":…}`; most others start with jsonrpc. */
  resultFirst: ({ raw }) =>
    raw.startsWith('{"result":') && /"jsonrpc":"2\.0","id":[^{}]{1,80}\}\s*$/.test(raw.slice(-120)),
  versionTwoDiscovery: ({ result }) => {
    const { supportedVersions: versions, ttlMs, cacheScope, _meta } = result;
    const members = Object.keys(result);
    return (
      Array.isArray(versions) &&
      versions.includes(FIRST_STATELESS) &&
      ttlMs === 0 &&
      cacheScope === 'private' &&
      members.indexOf('resultType') > members.indexOf('capabilities') &&
      isJsonObject(_meta) &&
      SERVER_INFO_KEY in _meta
    );
  },
  emptyExperimental: ({ result: { capabilities } }) => {
    const [name, first] = isJsonObject(capabilities) ? (Object.entries(capabilities)[0] ?? []) : [];
    return name === 'experimental' && isJsonObject(first) && Object.keys(first).length === 0;
  },
  fastmcpName: ({ result }) => /^FastMCP(-[0-9a-f]{4})?$/.test(stringAt(result.serverInfo, 'name') ?? ''),
  publicCache: ({ result }) => result.cacheScope === 'public',
  dotnetEscapes: ({ raw }) => /\\u002[27].*,"jsonrpc":"2\.0"\}$/.test(raw),
  /** A revision that only Anubis supports was answered with an older one, as Hermes does. */
  olderThanAsked: ({ result, params }) => {
    const asked = stringAt(params, 'protocolVersion') ?? '';
    const answered = stringAt(result, 'protocolVersion');
    return /^2025-(06-18|11-25)$/.test(asked) && answered !== undefined && answered < asked;
  },
  tooNew: ({ result }) => (stringAt(result, 'protocolVersion') ?? '') >= '2025-11-25',
};
