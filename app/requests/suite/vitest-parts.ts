// The parts of a generated test file that are the same in every one.

const TYPES = `type Server = { command: string; args: string[]; cwd?: string; env: Record<string, string> };
type Outcome = { tier: string; code?: number; structuredCode?: unknown; text?: string; data?: string[] };
`;

const SHAPES = `/** Matches a text on one line, in which each * of the pattern stands for any text. */
function like(pattern: string) {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^\${}()|[\\]\\\\]/g, '\\\\$&'));
  return expect.stringMatching(new RegExp(\`^\${parts.join('.*')}$\`, 's'));
}

/** What stays the same of an error: its texts on one line, and the names of the members of its data. */
function shape(text: string, data: unknown): Pick<Outcome, 'text' | 'data'> {
  const flat = text.replace(/[\\s\\p{Cc}]+/gu, ' ').trim();
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  const keys = isObject ? Object.keys(data).sort() : [];
  return { ...(flat === '' ? {} : { text: flat }), ...(keys.length === 0 ? {} : { data: keys }) };
}

function outcomeOf(result: any): Outcome {
  if (result?.isError !== true) return { tier: 'ok' };
  const content: any[] = Array.isArray(result.content) ? result.content : [];
  const texts = content.flatMap((block) => (typeof block?.text === 'string' ? [block.text] : []));
  const error = result.structuredContent?.error ?? result.structuredContent ?? {};
  const { code, reason, data } = error;
  const stated = [Number.isInteger(code) ? code : undefined, data?.reason, reason, code];
  const structuredCode = stated.find((one) => Number.isInteger(one) || typeof one === 'string');
  return { tier: 'tool', ...(structuredCode === undefined ? {} : { structuredCode }), ...shape(texts.join('\\n'), data) };
}

function refused(code: number, message: string, data: unknown): Outcome {
  return { tier: 'protocol', code, ...shape(message, data) };
}
`;

const SDK_CLIENT = `/** Asks through the official client; the server is started when it is needed, and again after it ended. */
function clientOf(server: Server, capabilities: object, isFresh: boolean) {
  let client: Client | undefined;
  (isFresh ? afterEach : afterAll)(() => client?.close());
  const connected = async () => {
    if (client !== undefined) return client;
    const started = new Client({ name: 'suite', version: '1.0.0' }, { capabilities });
    started.onclose = () => {
      if (client === started) client = undefined;
    };
    await started.connect(new StdioClientTransport(server));
    client = started;
    return started;
  };
  return async (method: string, params?: any): Promise<Outcome> => {
    const asked = await connected();
    try {
      if (method === 'tools/call') return outcomeOf(await asked.callTool(params));
      await asked.request({ method, ...(params === undefined ? {} : { params }) } as any, ResultSchema);
      return { tier: 'ok' };
    } catch (error) {
      if (!(error instanceof McpError)) return { tier: 'client', text: String(error) };
      const message = error.message.replace(/^MCP error -?\\d+: /, '');
      if (message === 'Connection closed') return { tier: 'transport' };
      return refused(error.code, message, error.data);
    }
  };
}
`;

const MODERN_CLIENT = `const anything = { '~standard': { version: 1, vendor: 'suite', validate: (value: unknown) => ({ value }) } } as const;

/** The same for a server of 2026-07-28 or later. */
function modernClientOf(server: Server, capabilities: object, isFresh: boolean) {
  let client: ModernClient | undefined;
  (isFresh ? afterEach : afterAll)(() => client?.close());
  const connected = async () => {
    if (client !== undefined) return client;
    const negotiation = { versionNegotiation: { mode: 'auto' } } as const;
    const started = new ModernClient({ name: 'suite', version: '1.0.0' }, { capabilities, ...negotiation });
    started.onclose = () => {
      if (client === started) client = undefined;
    };
    await started.connect(new ModernTransport(server));
    client = started;
    return started;
  };
  return async (method: string, params?: any): Promise<Outcome> => {
    const asked = await connected();
    try {
      if (method === 'tools/call') return outcomeOf(await asked.callTool(params));
      await asked.request({ method, ...(params === undefined ? {} : { params }) }, anything);
      return { tier: 'ok' };
    } catch (error) {
      if (error instanceof ProtocolError) return refused(error.code, error.message, error.data);
      return { tier: 'client', text: String(error) };
    }
  };
}
`;

const PIPE = `function messageOf(line: string): any {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Writes a line as it is to a fresh process of the server; \`fence\` is a request that every server answers. */
async function piped(server: Server, opening: string[], line: string | Uint8Array, fence?: string): Promise<Outcome> {
  const child = spawn(server.command, server.args, { cwd: server.cwd, env: server.env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) return undefined;
      const message = messageOf(value);
      if (typeof message === 'object' && message !== null && !('method' in message)) return message;
    }
  };
  try {
    for (const one of opening) {
      child.stdin.write(\`\${one}\\n\`);
      if ('id' in messageOf(one)) await answer();
    }
    child.stdin.write(line);
    child.stdin.write(\`\\n\${fence === undefined ? '' : \`\${fence}\\n\`}\`);
    const came = await answer();
    if (came === undefined) return { tier: 'transport' };
    if (came.id === 'fence') return { tier: 'silence' };
    return came.error ? refused(came.error.code, String(came.error.message), came.error.data) : outcomeOf(came.result);
  } finally {
    child.kill();
  }
}
`;

/** What a file needs. */
export type VitestNeeds = {
  readonly sdk: boolean;
  readonly modern: boolean;
  readonly pipe: boolean;
};

/** The imports and helpers of a test file. */
export function vitestHead({ sdk, modern, pipe }: VitestNeeds): string {
  const from = (names: string, module: string) => `import ${names} from '${module}';`;
  const tests = [...(sdk || modern ? ['afterAll', 'afterEach'] : []), 'describe', 'expect', 'test'];
  const imports = [
    ...(pipe ? [from('{ spawn }', 'node:child_process'), from('{ createInterface }', 'node:readline')] : []),
    ...(modern
      ? [
          from('{ Client as ModernClient, ProtocolError }', '@modelcontextprotocol/client'),
          from('{ StdioClientTransport as ModernTransport }', '@modelcontextprotocol/client/stdio'),
        ]
      : []),
    ...(sdk
      ? [
          from('{ Client }', '@modelcontextprotocol/sdk/client/index.js'),
          from('{ StdioClientTransport }', '@modelcontextprotocol/sdk/client/stdio.js'),
          from('{ McpError, ResultSchema }', '@modelcontextprotocol/sdk/types.js'),
        ]
      : []),
    from(`{ ${tests.join(', ')} }`, 'vitest'),
  ];
  const parts = [TYPES, SHAPES, ...(sdk ? [SDK_CLIENT] : []), ...(modern ? [MODERN_CLIENT] : [])];
  return `${imports.join('\n')}\n\n${[...parts, ...(pipe ? [PIPE] : [])].join('\n')}`;
}
