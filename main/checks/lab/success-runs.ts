import type { LabToolOf } from '../../../app/lab/lab-tools.ts';
import {
  goodAnswer,
  integerArgument,
  type LabAnswer,
  type LabCall,
  type LabRun,
  stringArgument,
  textResult,
  writeMessage,
} from './lab-call.ts';

const MEGABYTE = 1_048_576;

export const successRuns = {
  'ok-text': () => textResult('All is well. 3 files were indexed.'),
  'ok-structured': ({ args }) => {
    const weather = { city: stringArgument(args, 'city', 'Oslo'), celsius: 7.5, sky: 'cloudy' };
    return textResult(JSON.stringify(weather), { structuredContent: weather });
  },
  'disguised-error-text': () =>
    textResult('Error: could not reach the database at db.example:5432 (connection refused)'),
  'disguised-error-json': () =>
    textResult(JSON.stringify({ error: { code: 'E_QUOTA', message: 'The monthly quota is used up' } })),
  // A raw message, because the SDK's server adds the missing member.
  'result-without-content': (call) =>
    writeMessage(call, { ...goodAnswer(call, ''), result: { _meta: { 'example.com/rows': 3 } } }),
  'large-text': ({ args }) => textResult(textOfBytes(megabytes(args) * MEGABYTE)),
  'large-structured': largeStructured,
} satisfies Record<LabToolOf<'success'>, LabRun>;

/** Numbered ASCII lines, so that a reader sees where the text was cut; exactly `bytes` long. */
function textOfBytes(bytes: number): string {
  const lineBytes = 64;
  const lines: string[] = [];
  for (let index = 0; index * lineBytes < bytes; index += 1) {
    lines.push(`${`line ${index + 1} `.padEnd(lineBytes - 1, 'lorem ipsum dolor ')}\n`);
  }
  return lines.join('').slice(0, bytes);
}

function largeStructured({ args }: LabCall): LabAnswer {
  const bytes = megabytes(args) * MEGABYTE;
  const records: object[] = [];
  let size = 0;
  while (size < bytes) {
    const id = records.length + 1;
    const record = { id, name: `record ${id}`, active: id % 3 === 0, tags: ['alpha', 'beta'], score: id / 8 };
    records.push(record);
    size += JSON.stringify(record).length + 1;
  }
  return textResult(`${records.length} records, see the structured content.`, {
    structuredContent: { records },
  });
}

function megabytes(args: LabCall['args']): number {
  return integerArgument(args, 'megabytes', { fallback: 5, min: 1, max: 64 });
}
