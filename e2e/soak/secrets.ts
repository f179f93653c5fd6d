import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretExamples } from '../../app/frame/redaction/testing/secret-examples.ts';
import { secretRecording, secretsIn } from '../../app/recording/testing/secret-recording.ts';
import { EXPORT_FORMAT_NAMES, REPORT_FORMATS } from '../../app/report/report.ts';
import { attackOf, type Trial, type TrialPlace } from './trials.ts';

const EXAMPLES = secretExamples(41);
const TEXTS = EXAMPLES.map(({ text }) => text);
const SAMPLE = TEXTS.filter((text, index) => index % 40 === 0 && !text.includes('\n'));

async function recorded(folder: string, name: string): Promise<string> {
  const path = join(folder, `${name}.tierscope.jsonl`);
  await writeFile(path, secretRecording(TEXTS, name));
  return path;
}

/** The secrets in a program's output, as a sentence. */
function passedIn(printed: string): string {
  const passed = secretsIn(printed, EXAMPLES);
  return passed.length === 0 ? '' : `${passed.length} secrets pass, such as ${passed[0]}`;
}

async function printed(place: TrialPlace, args: readonly string[], input = ''): Promise<string> {
  const { stdout, stderr } = await place.run(args, { input, limitMs: 120_000 });
  return `${stdout}${stderr}`;
}

const reading = (name: string, args: readonly string[]): Trial => ({
  name,
  attempt: async (place) => passedIn(await printed(place, [...args, await recorded(place.folder, 'one')])),
});

const asked = (id: number, name: string, given: object) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: given },
});

function agentLines(): string {
  const clientInfo = { name: 'agent', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    asked(2, 'list_problems', { recording: 'one.tierscope.jsonl', limit: 100 }),
    asked(3, 'get_exchange', { recording: 'one.tierscope.jsonl' }),
    ...SAMPLE.map((recording, index) => asked(10 + index, 'list_problems', { recording })),
  ];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

const TRIALS: readonly Trial[] = [
  ...REPORT_FORMATS.map((format) => reading(`report as ${format}`, ['report', '--format', format])),
  ...EXPORT_FORMAT_NAMES.map((to) => reading(`convert to ${to}`, ['convert', '--to', to])),
  {
    name: 'compare',
    attempt: async (place) => {
      const files = [await recorded(place.folder, 'one'), await recorded(place.folder, 'two')];
      return passedIn(await printed(place, ['compare', ...files]));
    },
  },
  {
    name: 'lookup of a log',
    attempt: async (place) => passedIn(await printed(place, ['lookup', '-'], TEXTS.slice(0, 40).join('\n'))),
  },
  {
    name: 'doctor of a server that prints them',
    attempt: async (place) => {
      const script = `console.error(${JSON.stringify(TEXTS.join('\n'))}); process.exit(3)`;
      return passedIn(await printed(place, ['doctor', '--', process.execPath, '-e', script]));
    },
  },
  {
    name: 'files and options that are not there',
    attempt: async (place) => {
      const runs = SAMPLE.flatMap((text) => [
        ['report', text],
        [`--${text}`],
        ['lookup', '-1', '--vocabulary', text],
      ]);
      const all: string[] = [];
      for (const args of runs) all.push(await printed(place, args));
      return passedIn(all.join('\n'));
    },
  },
  {
    name: 'serve',
    attempt: async (place) => {
      const file = await recorded(place.folder, 'one');
      return passedIn(await printed(place, ['serve', file], agentLines()));
    },
  },
];

/** Puts an example of every kind of secret into all input, and searches all output for them. */
export const secrets = attackOf(TRIALS, [
  {
    fault: 'sentences on stderr as they are',
    plant: { from: 'redactedText(text, { keepsFolders: true })', to: 'text' },
    args: ['--kind', 'files and options'],
    found: /secrets pass, such as/,
  },
  {
    fault: 'a report as it is',
    plant: { from: 'run.redact ? new Redactor() : void 0', to: 'void 0' },
    args: ['--kind', 'report as json'],
    found: /secrets pass, such as/,
  },
]);
