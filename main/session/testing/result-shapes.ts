/** A method's result as a server may send it: as JSON text, so that nothing corrects it on the way. */
export type SentResult = readonly [method: string, result: string];

const text = '{"type":"text","text":"a"}';
const called = (content: string) => `{"content":${content}}`;
const beside = (member: string) => `{"content":[${text}],${member}}`;
const tool = (members: string) => `{"tools":[{${members}}]}`;
const message = (members: string) => `{"messages":[{${members}}]}`;

const TOOL_CALLS: readonly string[] = [
  ...['null', '"text"', '5', '[]', 'true', '{}'],
  ...[called('null'), called('"text"'), called('{}'), called('[]'), called('[null]'), called(`[${text}]`)],
  ...[called('["text"]'), called('[{}]'), called('[{"text":"a"}]'), called('[{"type":"video","url":"x"}]')],
  ...[
    called('[{"type":"text"}]'),
    called('[{"type":"text","text":5}]'),
    called('[{"type":"text","text":null}]'),
  ],
  ...[called('[{"type":"image","mimeType":"image/png"}]'), called('[{"type":"image","data":"AAAA"}]')],
  called('[{"type":"image","data":"not base64!","mimeType":"image/png"}]'),
  called('[{"type":"audio","data":"AAAA","mimeType":"audio/wav"}]'),
  called('[{"type":"resource","resource":{"text":"a"}}]'),
  called('[{"type":"resource","resource":{"uri":"x://y"}}]'),
  ...[called('[{"type":"resource_link","name":"a"}]'), called('[{"type":"resource_link","uri":"x://y"}]')],
  called('[{"type":"text","text":"a","annotations":{"priority":5}}]'),
  called('[{"type":"text","text":"a","more":1}]'),
  ...[beside('"isError":true'), beside('"isError":false'), beside('"isError":"true"'), beside('"isError":1')],
  ...[beside('"isError":null'), beside('"is_error":true'), '{"isError":true}'],
  ...[beside('"structuredContent":[]'), beside('"structuredContent":"a"')],
  ...[beside('"structuredContent":null'), beside('"structuredContent":{"isError":true}')],
  ...[
    '{"structuredContent":{"sum":3}}',
    beside('"_meta":[]'),
    beside('"_meta":null'),
    beside('"_meta":{"a":1}'),
  ],
  ...['{"task":{"taskId":"t"}}', '{"message":"a","reason":"b"}', beside('"resultType":"complete"')],
];

const LISTS: readonly SentResult[] = [
  ['tools/list', '{}'],
  ['tools/list', '{"tools":null}'],
  ['tools/list', '{"tools":{}}'],
  ['tools/list', '{"tools":[]}'],
  ['tools/list', '{"tools":[],"nextCursor":5}'],
  ['tools/list', '{"tools":[],"nextCursor":null}'],
  ['tools/list', tool('"name":"a"')],
  ['tools/list', tool('"inputSchema":{"type":"object"}')],
  ['tools/list', tool('"name":"a","inputSchema":{"type":"array"}')],
  ['tools/list', tool('"name":"a","inputSchema":{}')],
  ['tools/list', tool('"name":"a","inputSchema":{"type":"object"},"description":null')],
  ['tools/list', tool('"name":"a","inputSchema":{"type":"object","required":"a"}')],
  ['tools/list', tool('"name":"a","inputSchema":{"type":"object"}')],
  ['resources/list', '{}'],
  ['resources/list', '{"resources":[{"name":"a"}]}'],
  ['resources/list', '{"resources":[{"uri":"x://y"}]}'],
  ['resources/list', '{"resources":[{"uri":"x://y","name":"a"}]}'],
  ['resources/templates/list', '{}'],
  ['resources/templates/list', '{"resourceTemplates":[{"name":"a"}]}'],
  ['prompts/list', '{}'],
  ['prompts/list', '{"prompts":null}'],
  ['prompts/list', '{"prompts":[{"name":"a","arguments":{}}]}'],
  ['prompts/list', '{"prompts":[{"name":"a"}]}'],
];

const OTHERS: readonly SentResult[] = [
  ['resources/read', '{}'],
  ['resources/read', '{"contents":{"uri":"x://y","text":"a"}}'],
  ['resources/read', '{"contents":[]}'],
  ['resources/read', '{"contents":[{"text":"a"}]}'],
  ['resources/read', '{"contents":[{"uri":"x://y"}]}'],
  ['resources/read', '{"contents":[{"uri":"x://y","text":"a"}]}'],
  ['resources/read', '{"contents":[{"uri":"x://y","text":"a"}],"isError":true}'],
  ['prompts/get', '{}'],
  ['prompts/get', '{"messages":"a"}'],
  ['prompts/get', '{"messages":[]}'],
  ['prompts/get', message('"role":"user","content":"a"')],
  ['prompts/get', message(`"role":"system","content":${text}`)],
  ['prompts/get', message(`"role":"user","content":[${text}]`)],
  ['prompts/get', message(`"role":"user","content":${text}`)],
  ['prompts/get', '{"messages":[],"isError":true}'],
  ['completion/complete', '{}'],
  ['completion/complete', '{"completion":{}}'],
  ['completion/complete', `{"completion":{"values":${JSON.stringify(Array(101).fill('a'))}}}`],
  ['completion/complete', '{"completion":{"values":[1]}}'],
  ['completion/complete', '{"completion":{"values":["a"],"total":1.5}}'],
  ['completion/complete', '{"completion":{"values":[]}}'],
];

const EMPTY: readonly SentResult[] = [
  ['ping', '{}'],
  ['ping', '{"pong":true}'],
  ['ping', '{"_meta":{}}'],
  ['ping', 'null'],
  ['logging/setLevel', '{}'],
  ['logging/setLevel', '{"level":"info"}'],
  ['resources/subscribe', '{}'],
  ['resources/subscribe', 'true'],
];

/** For a session with a handshake. */
export const SHAPES: readonly SentResult[] = [
  ...TOOL_CALLS.map((result): SentResult => ['tools/call', result]),
  ...LISTS,
  ...OTHERS,
  ...EMPTY,
];

const info = '"serverInfo":{"name":"s","version":"1"}';

/** Answers to `initialize`, each the first and last of its session. */
export const HANDSHAKES: readonly string[] = [
  `{"protocolVersion":"2025-11-25","capabilities":{},${info}}`,
  '{"protocolVersion":"2025-11-25","capabilities":{}}',
  `{"protocolVersion":"2025-11-25",${info}}`,
  `{"protocolVersion":20251125,"capabilities":{},${info}}`,
  '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s"}}',
  `{"protocolVersion":"2025-11-25","capabilities":{"tools":true},${info}}`,
  `{"protocolVersion":"2025-11-25","capabilities":{"tools":[]},${info}}`,
  `{"protocolVersion":"2025-11-25","capabilities":{"logging":[]},${info}}`,
  `{"protocolVersion":"2025-11-25","capabilities":{},${info},"instructions":null}`,
];

const kept = '"ttlMs":0,"cacheScope":"private"';
const asked = '{"k":{"method":"roots/list","params":{}}}';
const whole = (members: string) => `{"resultType":"complete",${members}}`;

/** For a session of 2026-07-28. */
export const STATELESS_SHAPES: readonly SentResult[] = [
  ['tools/call', whole(`"content":[${text}]`)],
  ['tools/call', whole(`"content":[${text}],"isError":true`)],
  ['tools/call', whole(`"content":[${text}],"structuredContent":[1]`)],
  ['tools/call', `{"content":[${text}]}`],
  ['tools/call', `{"resultType":5,"content":[${text}]}`],
  ['tools/call', `{"resultType":"partial","content":[${text}]}`],
  ['tools/call', '{"resultType":"task","taskId":"t","status":"working"}'],
  ['tools/call', '{"resultType":"input_required"}'],
  ['tools/call', '{"resultType":"input_required","requestState":"s"}'],
  ['tools/call', `{"resultType":"input_required","inputRequests":${asked}}`],
  ['tools/call', whole('"structuredContent":{}')],
  ['tools/call', whole('"content":null')],
  ['tools/call', whole('"content":[],"isError":"true"')],
  ...['null', '[]', '"a"'].map((result): SentResult => ['tools/call', result]),
  ['tools/list', whole(`"tools":[],${kept}`)],
  ['tools/list', whole('"tools":[]')],
  ['tools/list', whole('"tools":[],"ttlMs":-1,"cacheScope":"private"')],
  ['tools/list', whole('"tools":[],"ttlMs":0,"cacheScope":"all"')],
  ['tools/list', whole(`"tools":[{"name":"a"}],${kept}`)],
  ['resources/read', whole(`"contents":[],${kept}`)],
  ['resources/read', whole(kept)],
  ['prompts/get', whole('"messages":[]')],
  ['prompts/get', whole('"messages":"a"')],
  ['completion/complete', whole('"completion":{"values":[]}')],
  ['completion/complete', whole('"values":[]')],
];

/** Answers to `server/discover`, each the first of its session. */
export const DISCOVERIES: readonly string[] = [
  whole(`"supportedVersions":["2026-07-28"],"capabilities":{},${kept}`),
  whole('"supportedVersions":["2026-07-28"],"capabilities":{}'),
  whole(`"supportedVersions":["2026-07-28"],${kept}`),
  whole(`"supportedVersions":["2026-07-28"],"capabilities":[],${kept}`),
];
