import { type Classification, classifyError } from '../../app/codes/auto-classify.ts';
import { stripAnsi } from '../../app/frame/ansi.ts';
import { foldStderr } from '../ui/format/stderr-fold.ts';

/** One error of a pasted text, with how it would be classified. */
export type ClassifiedLine = { readonly text: string; readonly classification: Classification };

/** The errors of a pasted text; `skipped` counts the lines that name none. */
export type ClassifiedText = { readonly errors: readonly ClassifiedLine[]; readonly skipped: number };

const MOST_ERRORS = 100;
/** Where the error begins behind a time, a level, and the name of a logger. */
const ERROR_START = /(?:MCP error -?\d+: |ERROR:[A-Z][A-Z0-9_]*\b|\b[A-Za-z_$][\w$.]*(?:Error|Exception)\b)/;
const NAMES_ERROR = /error|exception|fail|denied|refused|invalid|not found|time[d ]?out|rate.?limit|abort/i;

/** Classifies a text: one error as it is, or each line of a log by itself. A trace belongs to its first line. */
export function classifyText(text: string): ClassifiedText {
  const groups = foldStderr(
    text
      .split(/\r?\n/)
      .map(stripAnsi)
      .filter((line) => line.trim() !== ''),
  );
  // The exception at the end of a traceback is the error; its head only announces it.
  const lines = groups.map(({ head, tail }) => errorPart(tail === '' ? head : tail));
  const naming = lines.length === 1 ? lines : lines.filter((line) => NAMES_ERROR.test(line));
  const errors = naming
    .slice(0, MOST_ERRORS)
    .map((line) => ({ text: line, classification: classifyError(line) }));
  return { errors, skipped: lines.length - naming.length };
}

function errorPart(line: string): string {
  const start = ERROR_START.exec(line)?.index ?? 0;
  return line.slice(start).trim();
}
