/** One action of the recorded client. */
export type Step =
  /** Sends a request with the next id; waits for its answer unless `until` says otherwise. */
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly params: unknown;
      /** `cancel`: gives up at once; `time-out`: gives up after a moment; `exit`: the server ends instead. */
      readonly until: 'answer' | 'cancel' | 'time-out' | 'exit';
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params?: unknown }
  /** Sends an intentionally malformed line, and records it as such. */
  | { readonly kind: 'malformed'; readonly line: string };

export function request(method: string, params: unknown = {}): Step {
  return { kind: 'request', method, params, until: 'answer' };
}

export function call(
  name: string,
  given: unknown = {},
  until: 'answer' | 'cancel' | 'time-out' | 'exit' = 'answer',
): Step {
  return { kind: 'request', method: 'tools/call', params: { name, arguments: given }, until };
}

/** The handshake of the revisions up to 2025-11-25. */
export function handshake(capabilities: unknown): Step[] {
  const clientInfo = { name: 'tierscope', version: '0.1.0' };
  return [
    request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo }),
    { kind: 'notification', method: 'notifications/initialized' },
  ];
}

/** Every step with the `_meta` that 2026-07-28 requires in each request (basic/index.mdx, "_meta"). */
export function inModernEra(steps: readonly Step[]): Step[] {
  const prefix = 'io.modelcontextprotocol/';
  const _meta = {
    [`${prefix}protocolVersion`]: '2026-07-28',
    [`${prefix}clientInfo`]: { name: 'tierscope', version: '0.1.0' },
    [`${prefix}clientCapabilities`]: {},
  };
  return steps.map((step) =>
    step.kind === 'request' ? { ...step, params: { ...(step.params as object), _meta } } : step,
  );
}
