import { isJsonObject } from '../../base/json-value.ts';
import type { RecordingContent } from '../../recording/export/recording-content.ts';
import { callTitle, places, standsFor } from './export-vitest.ts';
import type { Pin } from './pin.ts';
import { type PinnedCall, pinnedSessions } from './pinned-session.ts';
import { partsOf, secretsIn } from './placeholder.ts';
import type { SuiteFile } from './suite-file.ts';

/** A recording as a suite: one entry for all calls that were alike and ended alike. */
export function* exportSuite({ records }: RecordingContent): Generator<string> {
  const sessions = pinnedSessions(records);
  const variables = secretsIn(sessions.map(({ calls }) => calls));
  const unpinned = sessions.flatMap((session) => session.unpinned);
  const about = [
    `Made from ${sessions.map(({ label }) => JSON.stringify(label)).join(' and ')}.`,
    ...(variables.length === 0
      ? []
      : ['Secrets were taken out: an entry whose variable is not set in the environment is not asked.']),
    ...unpinned.map(({ title, why, seqs }) => `Not pinned: ${title} (${places(seqs)}): ${why}.`),
  ];
  const entries = sessions.flatMap(({ calls }) => calls.map(entryOf));
  const [revision = '', ...others] = new Set(sessions.map((session) => session.revision));
  const file: SuiteFile = {
    about,
    // Expectations differ by revision, and a server of both eras would otherwise be asked in the newest one.
    ...(revision === '' || others.length > 0 ? {} : { revision }),
    ...(variables.length === 0 ? {} : { variables: [...variables] }),
    entries,
  };
  yield `${JSON.stringify(withVariables(file), null, 2)}\n`;
}

function entryOf(call: PinnedCall): SuiteFile['entries'][number] {
  const { pin, seqs } = call;
  const named = { name: callTitle(call).slice(0, 1000), about: standsFor(seqs) };
  return { ...named, ...askOf(call), expect: expectationOf(pin) };
}

function askOf({ method, params = {}, line, afterHandshake }: PinnedCall) {
  if (line !== null) return { line, ...(afterHandshake ? {} : { handshake: false }) };
  const { name, uri, arguments: given, ...others } = params;
  const isPlain = Object.keys(others).length === 0;
  const own = given === undefined ? {} : { arguments: given };
  if (isPlain && typeof name === 'string' && name !== '' && uri === undefined) {
    if (method === 'tools/call') return { tool: name, ...own };
    if (method === 'prompts/get') return { prompt: name, ...own };
  }
  if (method === 'resources/read' && isPlain && typeof uri === 'string' && uri !== '' && name === undefined)
    return { resource: uri };
  return { method, ...(Object.keys(params).length === 0 ? {} : { params }) };
}

function expectationOf({ tier = 'ok', code, structuredCode, text, data }: Pin) {
  const more = {
    ...(code === undefined ? {} : { code }),
    ...(structuredCode === undefined ? {} : { structuredCode }),
    ...(text === undefined || text === '*' ? {} : { text }),
    ...(data === undefined ? {} : { data: [...data] }),
  };
  return Object.keys(more).length === 0 ? tier : { tier, ...more };
}

/** Replaces redacted parts by `${SECRET_1}` and so on. */
function withVariables(value: unknown): unknown {
  if (typeof value === 'string') return withNames(value);
  if (Array.isArray(value)) return value.map(withVariables);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [withNames(key), withVariables(item)]),
  );
}

function withNames(text: string): string {
  const { parts, names } = partsOf(text);
  return parts.map((part, at) => (at === 0 ? part : `\${${names[at - 1]}}${part}`)).join('');
}
