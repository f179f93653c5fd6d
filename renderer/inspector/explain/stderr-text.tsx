import { useMemo, useState } from 'react';
import { foldStderr, type StderrGroup } from '../../../app/frame/stderr-pick.ts';
import { ansiRuns, stripAnsi } from '../../../app/frame/stderr-text.ts';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import { Button, kit, ScrollBox } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';

const LINES = 200;

/** Lines of stderr with their colors; in a stack trace, foreign frames fold. */
export function StderrText({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Paged items={lines} noun="line" size={LINES}>
      {(shown, from) => (
        <ScrollBox className={`${kit.well} ${kit.pad} ${kit.tall}`}>
          {foldStderr(shown).map((group, index) => (
            <StderrGroupView key={`${from + index} ${group.lines[0]}`} group={group} />
          ))}
        </ScrollBox>
      )}
    </Paged>
  );
}

const MIN_FOLDED = 4;

function StderrGroupView({ group }: { readonly group: StderrGroup }) {
  const lines = dedented(group);
  return runsOf({ ...group, lines }).map(({ lines, label }, index) =>
    label === '' ? (
      lines.map((line, at) => <AnsiLine key={`${index} ${at} ${line}`} text={line} />)
    ) : (
      <FoldedLines key={`${index} ${label}`} lines={lines} label={label} />
    ),
  );
}

/** A trace without its common indent: loggers put traces into a column. */
function dedented({ lines, exception }: StderrGroup): readonly string[] {
  if (exception === '') return lines;
  const full = lines.filter((line) => line.trim() !== '');
  const indent = Math.min(...full.map((line) => line.search(/\S/)));
  return indent > 0 ? lines.map((line) => line.slice(indent)) : lines;
}

/** The lines of a group in runs; runs with a label fold. */
export function runsOf({ lines, foreign, exception }: StderrGroup) {
  const runs: { lines: string[]; label: string }[] = [];
  let wasFolded: boolean | undefined;
  for (const [at, line] of lines.entries()) {
    const isFolded = exception === '' && foreign.size === 0 ? at > 0 : foreign.has(at);
    if (isFolded !== wasFolded) runs.push({ lines: [], label: '' });
    runs.at(-1)?.lines.push(line);
    wasFolded = isFolded;
    const run = runs.at(-1);
    if (run !== undefined && isFolded && run.lines.length >= MIN_FOLDED)
      run.label = foreign.size === 0 ? 'more lines' : 'lines of packages and the runtime';
  }
  return runs;
}

function FoldedLines({ lines, label }: { readonly lines: readonly string[]; readonly label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="tiny" className={kit.accent} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'fold' : `${lines.length} ${label}`}
      </Button>
      {open && lines.map((line, at) => <AnsiLine key={`${at} ${line}`} text={line} />)}
    </>
  );
}

/** The limit of colored runs in a line, and of its characters; the rest is shown without colors. */
const MAX_RUNS = 300;
const MAX_CHARS = 4000;
const REST_CHARS = 2000;
/** An escape sequence that starts this close to the cut may extend past it. */
const LONGEST_ESCAPE = 64;

/** One line; color and weight come from escape sequences, all others are ignored. */
export function AnsiLine({ text }: { readonly text: string }) {
  const { runs, rest } = useMemo(() => coloredPart(text), [text]);
  return (
    <div className={kit.code}>
      {runs.map((run, index) => {
        const bright = run.color !== undefined && run.color >= 8;
        const style = {
          color: run.color === undefined ? undefined : `var(--ansi-${run.color % 8})`,
          fontWeight: run.bold || bright ? 700 : undefined,
        };
        return (
          <span key={`${index} ${run.text}`} style={style} className={run.dim ? kit.mute : undefined}>
            {drawnText(run.text)}
          </span>
        );
      })}
      {rest !== '' && <LongText text={rest} firstChars={REST_CHARS} />}
    </div>
  );
}

function coloredPart(text: string): { runs: ReturnType<typeof ansiRuns>; rest: string } {
  const runs = ansiRuns(text.slice(0, cutOf(text)));
  const plain = runs
    .slice(MAX_RUNS)
    .map((run) => run.text)
    .join('');
  return { runs: runs.slice(0, MAX_RUNS), rest: plain + stripAnsi(text.slice(cutOf(text))) };
}

/** Where to cut a line: not inside an escape sequence. */
function cutOf(text: string): number {
  if (text.length <= MAX_CHARS) return text.length;
  const begin = text.lastIndexOf('\u001b', MAX_CHARS - 1);
  return begin > MAX_CHARS - LONGEST_ESCAPE ? begin : MAX_CHARS;
}
