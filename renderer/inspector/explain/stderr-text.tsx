import { useMemo, useState } from 'react';
import { foldStderr, type StderrGroup } from '../../../app/frame/stderr-pick.ts';
import { ansiRuns, stripAnsi } from '../../../app/frame/stderr-text.ts';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import { Button, kit, ScrollBox } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';

const LINES = 200;

/** Lines of stderr with their colours; stack traces fold below the line that they belong to. */
export function StderrText({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Paged items={lines} noun="line" size={LINES}>
      {(shown, from) => (
        <ScrollBox className={`${kit.well} ${kit.pad} ${kit.tall}`}>
          {foldStderr(shown).map((group, index) => (
            <StderrGroupView key={`${from + index} ${group.head}`} group={group} />
          ))}
        </ScrollBox>
      )}
    </Paged>
  );
}

const SHORT_TRACE = 4;

function StderrGroupView({ group: { head, folded, tail } }: { readonly group: StderrGroup }) {
  const [open, setOpen] = useState(folded.length <= SHORT_TRACE);
  return (
    <>
      <AnsiLine text={head} />
      {open && folded.map((line, index) => <AnsiLine key={`${index} ${line}`} text={line} />)}
      {folded.length > SHORT_TRACE && (
        <Button size="tiny" className={kit.accent} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'fold the trace' : `${folded.length} more lines of this trace`}
        </Button>
      )}
      {tail !== '' && <AnsiLine text={tail} />}
    </>
  );
}

/** Stretches of one colour in a line, and its characters; what follows them is shown without colours. */
const MAX_RUNS = 300;
const MAX_CHARS = 4000;
const REST_CHARS = 2000;
/** An escape sequence that begins so close to the cut may go over it. */
const LONGEST_ESCAPE = 64;

/** One line; colour and weight come from escape sequences, nothing else of them has an effect. */
export function AnsiLine({ text }: { readonly text: string }) {
  const { runs, rest } = useMemo(() => colouredPart(text), [text]);
  return (
    <div className={kit.code}>
      {runs.map((run, index) => {
        const bright = run.colour !== undefined && run.colour >= 8;
        const style = {
          color: run.colour === undefined ? undefined : `var(--ansi-${run.colour % 8})`,
          fontWeight: run.bold || bright ? 700 : undefined,
        };
        return (
          <span key={`${index} ${run.text}`} style={style} className={run.dim ? kit.mute : undefined}>
            {run.text}
          </span>
        );
      })}
      {rest !== '' && <LongText text={rest} firstChars={REST_CHARS} />}
    </div>
  );
}

function colouredPart(text: string): { runs: ReturnType<typeof ansiRuns>; rest: string } {
  const runs = ansiRuns(text.slice(0, cutOf(text)));
  const plain = runs
    .slice(MAX_RUNS)
    .map((run) => run.text)
    .join('');
  return { runs: runs.slice(0, MAX_RUNS), rest: plain + stripAnsi(text.slice(cutOf(text))) };
}

/** Where a line is cut: not within an escape sequence. */
function cutOf(text: string): number {
  if (text.length <= MAX_CHARS) return text.length;
  const begin = text.lastIndexOf('\u001b', MAX_CHARS - 1);
  return begin > MAX_CHARS - LONGEST_ESCAPE ? begin : MAX_CHARS;
}
