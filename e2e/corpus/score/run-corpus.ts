import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RecordingReader } from '../../../app/recording/recording-reader.ts';
import { ReportBuilder } from '../../../app/report/build-report.ts';
import { LineSplitter } from '../../../app/wire/line-splitter.ts';
import { belowAims, type Figures, figuresOf, lowered } from './figures.ts';
import { type Half, type Labels, readLabels } from './labels.ts';
import { printedMisses, printedScore } from './print-score.ts';
import { addRecording, emptyScore, type Score } from './score.ts';
import { type Verdicts, verdictsOf } from './verdicts.ts';

const CORPUS = fileURLToPath(new URL('../', import.meta.url));
const FIGURES = join(CORPUS, 'figures.json');
const LABELS = '.labels.json';
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const HALVES: readonly Half[] = ['tuning', 'held-out'];

/**
 * Prints the figures of the corpus and those below their targets; returns 1 if one is lower than in `figures.json`.
 * `--misses` lists deviations in the tuning half, `--accept` saves the figures.
 */
export function runCorpus(options: readonly string[]): number {
  const unknown = options.find((option) => option !== '--misses' && option !== '--accept');
  if (unknown !== undefined) {
    console.error(`The corpus knows --misses and --accept, but not ${unknown}.`);
    return 2;
  }
  const scores: { readonly [Name in Half]: Score } = { tuning: emptyScore(), 'held-out': emptyScore() };
  for (const name of recordingNames()) {
    const labels = labelsOf(name);
    addRecording(scores[labels.half], name, labels, analyzed(name));
  }
  for (const half of HALVES) console.log(`${printedScore(half, scores[half]).join('\n')}\n`);
  if (options.includes('--misses')) console.log(printedMisses(scores.tuning.misses).join('\n'));
  const below = HALVES.flatMap((half) => belowAims(half, scores[half]));
  for (const line of below) console.log(`below  ${line}`);
  const now = Object.assign({}, ...HALVES.map((half) => figuresOf(half, scores[half])));
  return compared(now, options.includes('--accept'));
}

function compared(now: Figures, accept: boolean): number {
  const before: Figures = existsSync(FIGURES) ? JSON.parse(readFileSync(FIGURES, 'utf8')) : {};
  const fallen = lowered(before, now);
  for (const line of fallen) console.log(`lower  ${line}`);
  if (accept) writeFileSync(FIGURES, `${JSON.stringify(now, null, 2)}\n`);
  else if (fallen.length > 0) {
    console.log('Fix what fell, or write the new figures down with --accept and say why in the commit.');
    return 1;
  }
  return 0;
}

function recordingNames(): string[] {
  return readdirSync(CORPUS)
    .filter((file) => file.endsWith(LABELS))
    .map((file) => file.slice(0, -LABELS.length))
    .sort();
}

function labelsOf(name: string): Labels {
  const file = join(CORPUS, `${name}${LABELS}`);
  try {
    return readLabels(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${name}${LABELS} cannot be read`, { cause: error });
  }
}

/** The `report` of the recording. */
function analyzed(name: string): Verdicts {
  const reader = new RecordingReader();
  const splitter = new LineSplitter(MAX_LINE_BYTES);
  const builder = new ReportBuilder();
  const path = join(CORPUS, `${name}.tierscope.jsonl`);
  for (const line of splitter.push(readFileSync(path))) {
    const record = reader.read(line, true);
    if (record !== undefined) builder.take(record, reader.line);
  }
  reader.end();
  const [problem] = reader.problems;
  if (reader.refusal !== '' || problem !== undefined) {
    throw new Error(`${path}: ${reader.refusal || `line ${problem?.line}: ${problem?.message}`}`);
  }
  return verdictsOf(builder.finish(path, 'tierscope', []));
}
