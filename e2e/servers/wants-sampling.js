// A server of 2026-07-28 that supports no other revision, and whose one tool needs sampling with tools.
import { createInterface } from 'node:readline';

const META = 'io.modelcontextprotocol/';
const needed = { sampling: { tools: {} } };
const cache = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

/** @param {object} message */
function say(message) {
  console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const meta = params?._meta ?? {};
  const asked = meta[`${META}protocolVersion`] ?? params?.protocolVersion;
  if (asked !== '2026-07-28') {
    const data = { supported: ['2026-07-28'], requested: asked };
    return say({ id, error: { code: -32022, message: 'Unsupported protocol version', data } });
  }
  if (method === 'server/discover') {
    return say({ id, result: { ...cache, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } });
  }
  if (method === 'tools/list') {
    return say({ id, result: { ...cache, tools: [{ name: 'think', inputSchema: { type: 'object' } }] } });
  }
  if (meta[`${META}clientCapabilities`]?.sampling?.tools === undefined) {
    const data = { requiredCapabilities: needed };
    return say({ id, error: { code: -32021, message: 'Missing required client capability', data } });
  }
  say({ id, result: { resultType: 'complete', content: [{ type: 'text', text: 'thought' }] } });
});
