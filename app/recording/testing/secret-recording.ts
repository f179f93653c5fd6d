import type { KnownRecord } from '../../frame/record.ts';
import type { SecretExample } from '../../frame/redaction/testing/secret-examples.ts';
import { encodeHeader, encodeRecord } from '../encode-record.ts';
import { sampleHeader } from './any-record.ts';

/**
 * A recording with each text on stderr, in a call's arguments, and in the call's failure; another note makes it a
 * different run.
 */
export function secretRecording(texts: readonly string[], note: string): string {
  const records: KnownRecord[] = [];
  const place = () => ({ seq: records.length + 1, at: records.length, session: 's1' });
  const send = (direction: 'client-to-server' | 'server-to-client', body: object) =>
    void records.push({
      type: 'frame',
      ...place(),
      direction,
      raw: JSON.stringify({ jsonrpc: '2.0', ...body }),
    });
  records.push({
    type: 'session',
    ...place(),
    label: 'lab',
    origin: 'tap',
    command: 'node',
    args: [...texts],
  });
  for (const [index, text] of texts.entries()) {
    const id = index + 1;
    const params = { name: `tool-${index % 7}`, arguments: { note: text, how: note } };
    send('client-to-server', { id, method: 'tools/call', params });
    records.push({ type: 'stderr', ...place(), text: `ERROR failed: ${text}` });
    if (index % 2 === 0)
      send('server-to-client', { id, error: { code: -32603, message: text, data: [text] } });
    else send('server-to-client', { id, result: { isError: true, content: [{ type: 'text', text }] } });
  }
  return `${[encodeHeader(sampleHeader), ...records.map(encodeRecord)].join('\n')}\n`;
}

/** The texts whose secret appears in an output, plain or as JSON; for a multi-line key, its longest line counts. */
export function secretsIn(output: string, examples: readonly SecretExample[]): string[] {
  return examples
    .filter(({ secret }) => {
      const core = secret
        .split('\n')
        .reduce((longest, line) => (line.length > longest.length ? line : longest), '');
      return output.includes(core) || output.includes(JSON.stringify(core).slice(1, -1));
    })
    .map(({ text }) => text);
}
