import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import { redactedCopy } from '../../app/frame/redaction/redacted-document.ts';
import { secretExamples } from '../../app/frame/redaction/testing/secret-examples.ts';
import { hostTable } from '../../app/hosts/lens/host-table.ts';
import { profileDraftSchema } from '../../app/hosts/profiles/profile.ts';
import { exportProfiles } from '../../app/hosts/profiles/profile-file.ts';
import { secretRecording, secretsIn } from '../../app/recording/testing/secret-recording.ts';
import { EXPORT_FORMAT_NAMES, REPORT_FORMATS } from '../../app/report/report.ts';
import { runCompare } from '../recording/analysis/run-compare.ts';
import { convertFile } from '../recording/convert-file.ts';
import { writeStderr } from '../system/command-output.ts';
import { headlessActions } from './run-headless.ts';
import { runReport } from './run-report.ts';
import { strictTransport } from './serve/run-serve.ts';
import { ServeAnswers } from './serve/serve-answers.ts';

const ALL = secretExamples(31);
/** All in the whole run, else every third. */
const STEP = Math.round(ALL.length / runs(ALL.length));
const EXAMPLES = ALL.filter((_, index) => index % STEP === 0);
const TEXTS = EXAMPLES.map(({ text }) => text);

let folder = '';
let before = '';
let after = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-secrets-'));
  [before, after] = [join(folder, 'before.tierscope.jsonl'), join(folder, 'after.tierscope.jsonl')];
  await writeFile(before, secretRecording(TEXTS, 'ok'));
  await writeFile(after, secretRecording(TEXTS, 'not ok'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A command's output on stdout and stderr. */
async function written(
  act: (output: {
    write: (text: string) => void;
    writeError: (text: string) => void;
    version: string;
  }) => Promise<unknown>,
): Promise<string> {
  let out = '';
  const take = (text: unknown) => {
    out += String(text);
    return true;
  };
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(take);
  try {
    await act({ version: '1', write: take, writeError: (text) => writeStderr(text) });
  } finally {
    stderr.mockRestore();
  }
  return out;
}

const NO_PLACE = {
  docs: '',
  tapCommand: [],
  tapWriterScript: '',
  telemetryScript: '',
  reaper: { command: '', args: [] },
};

async function lookedUp(format: 'json' | 'text'): Promise<string> {
  let out = '';
  for (let at = 0; at < TEXTS.length; at += 12) {
    const query = TEXTS.slice(at, at + 12).join('\n');
    out += await written((output) => headlessActions(output, NO_PLACE).lookup({ query, format }));
  }
  return out;
}

/** The answers to an agent as sent, including quotes from its requests. */
async function served(): Promise<string> {
  let out = '';
  const inner = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message: JSONRPCMessage) => {
      out += JSON.stringify(message);
    },
  };
  const transport = strictTransport(inner);
  const report = { hosts: hostTable() };
  const answers = new ServeAnswers({
    version: '1',
    dataFolder: folder,
    paths: [before, after],
    report,
    vocabularies: [],
  });
  const give = (value: unknown) => transport.send({ jsonrpc: '2.0', id: 1, result: { content: [value] } });
  await give(await answers.problems({ recording: 'before.tierscope.jsonl', limit: 100 }));
  await give(await answers.compare('before.tierscope.jsonl', 'after.tierscope.jsonl', 100));
  for (const seq of [3, 6, 9, 300, 600])
    await give(await answers.exchange({ recording: 'before.tierscope.jsonl', seq }));
  for (const text of TEXTS) await give(await answers.problems({ recording: text, limit: 1 }));
  await transport.send({ jsonrpc: '2.0', id: 2, error: { code: -1, message: TEXTS.join('\n') } });
  return out;
}

function profiles(): string {
  return TEXTS.map((text, index) => {
    const args = ['--verbose', text];
    const draft = profileDraftSchema.parse({
      name: 'p',
      command: 'x',
      args,
      env: [{ name: 'INNOCENT', value: text }],
    });
    return exportProfiles([{ id: String(index), ...draft }], null).text;
  }).join('');
}

async function copied(): Promise<string> {
  const lines = (await readFile(before, 'utf8')).split('\n').slice(2);
  const frames = lines.map((line) => redactedCopy(line).text);
  const notes = TEXTS.map((text) => redactedCopy(`### A bug\n\n\`\`\`\n${text}\n\`\`\`\n`).text);
  return [...frames, ...notes].join('\n');
}

const terms = { failOn: [], only: [], skip: [], redact: true };
const EXITS: Readonly<Record<string, () => Promise<string> | string>> = {
  ...Object.fromEntries(
    REPORT_FORMATS.map((format) => [
      `report as ${format}`,
      async () => {
        const summaryFile = join(folder, `${format}.md`);
        const baseline = join(folder, `${format}.json`);
        const kept = { baseline, updatesBaseline: true, summaryFile };
        const out = await written((output) =>
          runReport({ ...output, ...terms, ...kept, files: [before], format }),
        );
        const files = [baseline, ...(format === 'github' ? [summaryFile] : [])];
        return [out, ...(await Promise.all(files.map((file) => readFile(file, 'utf8'))))].join('\n');
      },
    ]),
  ),
  ...Object.fromEntries(
    EXPORT_FORMAT_NAMES.map((to) => [
      `convert to ${to}`,
      () => written((output) => convertFile({ ...output, file: before, to, redact: true })),
    ]),
  ),
  'compare as text': () =>
    written((output) => runCompare({ ...output, before, after, format: 'text', redact: true })),
  'compare as JSON': () =>
    written((output) => runCompare({ ...output, before, after, format: 'json', redact: true })),
  'lookup as text': () => lookedUp('text'),
  'lookup as JSON': () => lookedUp('json'),
  serve: served,
  'sentences and crashes on stderr': () =>
    written(async ({ writeError }) => {
      for (const text of TEXTS) writeError(`tierscope: no file ${text}\n${new Error(text).stack}\n`);
    }),
  'profiles for others': profiles,
  'copies of the window': copied,
};

it.each(Object.keys(EXITS))('%s lets no secret pass', async (name) => {
  const out = (await EXITS[name]?.()) ?? '';
  expect(out.length).toBeGreaterThan(1000);
  expect(secretsIn(out, EXAMPLES)).toEqual([]);
});
