// Valid protocol messages in which every text is a megabyte without a blank.

const LENGTH = 1_000_000;
/** @param {string} letter */
const long = (letter) => letter.repeat(LENGTH);
const block = (/** @type {object} */ members) => ({ ...members, annotations: { audience: [long('u')] } });

/** Tool results, by tool. @type {Record<string, () => object>} */
export const LONG_RESULTS = {
  'long texts in blocks': () => ({
    content: [
      block({ type: 'text', text: long('t') }),
      block({ type: 'image', mimeType: long('m'), data: long('A') }),
      block({ type: 'audio', mimeType: long('m'), data: long('A') }),
      block({
        type: 'resource_link',
        uri: long('u'),
        name: long('n'),
        title: long('t'),
        mimeType: long('m'),
      }),
      block({ type: 'resource', resource: { uri: long('u'), mimeType: long('m'), text: long('t') } }),
      block({ type: long('z'), value: long('v') }),
    ],
    _meta: { [long('k')]: long('v') },
  }),
  'long texts in records': () => ({
    content: [],
    structuredContent: {
      [long('n')]: [
        { [long('a')]: long('v'), b: long('w') },
        { [long('a')]: 1, b: long('x') },
      ],
    },
  }),
  'long texts in an error result': () => ({
    isError: true,
    content: [{ type: 'text', text: `${long('E')} failed: ${long('f')}` }],
  }),
};

/** Errors of calls. @type {Record<string, () => object>} */
export const LONG_ERRORS = {
  'long texts in an error': () => ({
    code: -32602,
    message: long('m'),
    data: { uri: long('u'), [long('k')]: long('v') },
  }),
  'long texts in asked addresses': () => ({
    code: -32042,
    message: long('m'),
    data: {
      elicitations: [
        { mode: 'url', elicitationId: long('i'), url: `https://${long('h')}/`, message: long('m') },
      ],
    },
  }),
};

/** Messages that a server sends before it answers. @type {Record<string, () => object[]>} */
export const LONG_MESSAGES = {
  'long texts in requests': () => [
    {
      id: long('i'),
      method: 'sampling/createMessage',
      params: {
        messages: [{ role: 'user', content: { type: 'text', text: long('t') } }],
        systemPrompt: long('s'),
        modelPreferences: { hints: [{ name: long('h') }] },
        stopSequences: [long('q')],
        maxTokens: 9,
      },
    },
    {
      id: 'form',
      method: 'elicitation/create',
      params: {
        message: long('m'),
        requestedSchema: {
          type: 'object',
          properties: {
            [long('p')]: { type: 'string', title: long('t'), description: long('d') },
            choice: { type: 'string', enum: [long('c'), 'b'], enumNames: [long('n'), 'B'] },
          },
        },
      },
    },
    {
      id: 'url',
      method: 'elicitation/create',
      params: { mode: 'url', elicitationId: long('e'), url: `https://${long('h')}/`, message: long('m') },
    },
  ],
  'long texts in notifications': () => [
    { method: 'notifications/message', params: { level: 'info', logger: long('l'), data: long('d') } },
    { method: 'notifications/resources/updated', params: { uri: long('u') } },
    {
      method: 'notifications/progress',
      params: { progressToken: long('t'), progress: 1, message: long('m') },
    },
    { method: 'notifications/cancelled', params: { requestId: long('i'), reason: long('r') } },
  ],
};

/** The contents of its lists, by method. @type {Record<string, object>} */
export const LONG_LISTS = {
  'tools/list': {
    tools: [
      {
        name: 'ok',
        title: long('t'),
        description: long('d'),
        inputSchema: {
          type: 'object',
          required: [long('r')],
          properties: {
            [long('p')]: { type: 'string', title: long('t'), description: long('d'), default: long('v') },
            choice: { enum: [long('c'), long('e')] },
          },
        },
      },
      { name: long('n'), inputSchema: { type: 'object' } },
    ],
  },
  'resources/list': {
    resources: [
      { uri: long('u'), name: long('n'), title: long('t'), description: long('d'), mimeType: long('m') },
    ],
  },
  'resources/templates/list': {
    resourceTemplates: [{ uriTemplate: `${long('u')}{${long('v')}}`, name: long('n') }],
  },
  'prompts/list': {
    prompts: [
      {
        name: long('n'),
        title: long('t'),
        arguments: [{ name: long('a'), description: long('d'), required: true }],
      },
    ],
  },
};
