import type { JsonObject } from '../../../app/base/json-value.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { Repair } from '../../../app/findings/repair.ts';
import type { Row } from '../../../app/frame/row.ts';
import { formatCommand } from '../../ui/format/command-text.ts';

export type Reproduction = {
  readonly title: string;
  /** Ready for a shell; empty if not recorded. */
  readonly commandLine: string;
  readonly cwd: string;
  /** Only names: values are secrets and are never recorded. */
  readonly envNames: readonly string[];
  readonly requestLine: string;
  readonly method: string;
  readonly params: JsonObject;
  /** True for a session of 2026-07-28 or later, which uses the SDK's 2.x client. */
  readonly modern: boolean;
  readonly right: RightEnd;
};

const UNKNOWN_COMMAND = 'your-server-command';

export function connectReproduction({ commandLine, cwd, envNames, requestLine }: Reproduction): string {
  const parts = [
    'tierscope connect',
    ...(cwd === '' ? [] : [`--cwd ${shellQuoted(cwd)}`]),
    ...envNames.map((name) => `--env ${name}="$${name}"`),
    `-- ${commandLine === '' ? UNKNOWN_COMMAND : commandLine}`,
  ];
  return `# Connect to the server:\n${parts.join(' ')}\n\n# Then send this request:\n${requestLine}\n`;
}

/** A vitest file that repeats the call with the TypeScript SDK and asserts the expected end. */
export function vitestReproduction(call: Reproduction): string {
  const [command = UNKNOWN_COMMAND, ...args] = formatCommand(call.commandLine).args;
  const place = call.cwd === '' ? '' : `, cwd: ${JSON.stringify(call.cwd)}`;
  const env =
    call.envNames.length === 0
      ? ''
      : `  // The server was started with these variables set: ${call.envNames.join(', ')}.\n`;
  return `${imports(call)}
test(${JSON.stringify(testName(call))}, async () => {
${env}  const transport = new StdioClientTransport({ command: ${JSON.stringify(command)}, args: ${JSON.stringify(args)}${place}, env: process.env as Record<string, string> });
  const client = new Client({ name: 'reproduction', version: '1.0.0' }${call.modern ? `, { versionNegotiation: { mode: 'auto' } }` : ''});
${call.method === 'initialize' ? '' : '  await client.connect(transport);\n'}  try {
    const call = ${callText(call)};
${assertion(call)
  .map((line) => `    ${line}`)
  .join('\n')}
  } finally {
    await client.close();
  }
  // Longer than the client's own 60 s, whose time-out says more than the test's.
}, 70_000);
`;
}

function imports({ method, modern }: Reproduction): string {
  const generic = method !== 'tools/call' && method !== 'initialize';
  const lines = modern
    ? [
        `import { Client } from '@modelcontextprotocol/client';`,
        `import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';`,
      ]
    : [
        `import { Client } from '@modelcontextprotocol/sdk/client/index.js';`,
        `import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';`,
        ...(generic ? [`import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';`] : []),
      ];
  return `${[...lines, `import { expect, test } from 'vitest';`].join('\n')}\n`;
}

function callText({ method, params, modern }: Reproduction): string {
  // The envelope's own metadata belongs to the sending client.
  const { _meta: _client, ...own } = params;
  if (method === 'initialize') return 'client.connect(transport)';
  if (method === 'tools/call') return `client.callTool(${indented(own)})`;
  const request = indented({ method, ...(Object.keys(own).length === 0 ? {} : { params: own }) });
  return modern ? `client.request(${request})` : `client.request(${request}, ResultSchema)`;
}

function assertion({ right, method }: Reproduction): string[] {
  switch (right.kind) {
    case 'ok':
      return method === 'tools/call'
        ? ['expect((await call).isError ?? false).toBe(false);']
        : ['await call;'];
    case 'tool-error':
      return [
        '// What went wrong must stand in the result, which hosts should pass to the model.',
        'expect(await call).toMatchObject({ isError: true });',
      ];
    case 'protocol-error':
      return right.code === null
        ? ['await expect(call).rejects.toThrow();']
        : [`await expect(call).rejects.toMatchObject({ code: ${right.code} });`];
    case 'any-answer':
      return ['// An answer must come, in a shape that the client accepts.', 'await call;'];
  }
}

function testName({ title, right }: Reproduction): string {
  switch (right.kind) {
    case 'ok':
      return `${title} succeeds`;
    case 'tool-error':
      return `${title} fails as a tool error`;
    case 'protocol-error':
      return `${title} fails as a protocol error${right.code === null ? '' : ` ${right.code}`}`;
    case 'any-answer':
      return `${title} is answered`;
  }
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n    ');
}

function shellQuoted(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
}

type RightEnd =
  | { readonly kind: 'ok' }
  | { readonly kind: 'tool-error' }
  /** A JSON-RPC error; `code` is null to accept any code. */
  | { readonly kind: 'protocol-error'; readonly code: number | null }
  /** Any result before the client times out. */
  | { readonly kind: 'any-answer' };

/** The expected end of an exchange: what a rule requires, else what happened, else any answer. */
export function rightEnd(settling: Row, findings: readonly Finding[]): RightEnd {
  for (const { severity, repair } of findings) {
    const end = severity === 'info' || repair === undefined ? undefined : endBy(repair);
    if (end !== undefined) return end;
  }
  switch (settling.tier) {
    case 'ok':
      if (settling.shape === 'error') return { kind: 'protocol-error', code: integer(settling.code) };
      return { kind: 'ok' };
    case 'tool':
      return { kind: 'tool-error' };
    case 'protocol':
      return { kind: 'protocol-error', code: integer(settling.code) };
    case 'client':
    case 'transport':
      return { kind: 'any-answer' };
  }
}

/** Undefined for a repair that does not change the tier or the code. */
function endBy(repair: Repair): RightEnd | undefined {
  switch (repair.kind) {
    case 'tool-error':
      return { kind: 'tool-error' };
    case 'protocol-error':
      return { kind: 'protocol-error', code: repair.code };
    case 'result':
      return { kind: repair.result.isError === true ? 'tool-error' : 'ok' };
    case 'members':
      for (const { path, value } of repair.changes) {
        if (path.length === 1 && path[0] === 'isError' && value === true) return { kind: 'tool-error' };
        if (path.length === 1 && path[0] === 'code' && typeof value === 'number')
          return { kind: 'protocol-error', code: value };
      }
      return undefined;
    default:
      return undefined;
  }
}

function integer(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null;
}
