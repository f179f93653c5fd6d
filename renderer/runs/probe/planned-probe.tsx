import { useState } from 'react';
import { shownLine } from '../../../app/checks/probe/judge-case.ts';
import type { PlannedCase, ProbePlan } from '../../../app/checks/probe/probe-case.ts';
import type { ProbeTool } from '../../../app/checks/probe/surface.ts';
import { CheckLine } from '../../ui/controls/fields.tsx';
import { kit, ScrollBox } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';

type LinesProps = {
  readonly plan: ProbePlan;
  /** The lines by which each process begins, and the lists that are read then. */
  readonly opening: readonly string[];
  readonly lists: readonly string[];
};

/** Every line that would be sent, and why what is left out is not applicable. */
export function PlannedLines({ plan, opening, lists }: LinesProps) {
  return (
    <>
      <Fold title="Every line that would be sent">
        <p className={kit.note}>Each process begins with:</p>
        <Lines lines={opening} />
        <p className={kit.note}>
          {lists.length === 0 ? 'It reads no list.' : `It then reads ${lists.join(', ')}.`} After a line that
          needs no answer a request follows that every server answers.
        </p>
        <Paged items={plan.cases} noun="case" size={40}>
          {(shown) => (
            <ol className={kit.stack}>
              {shown.map((one) => (
                <li key={one.id}>
                  <b>{one.target === '' ? one.kind : one.target}</b> {one.title}
                  <small> {processNote(one)}</small>
                  <Lines lines={one.steps.map(({ text }) => shownLine(text))} />
                </li>
              ))}
            </ol>
          )}
        </Paged>
      </Fold>
      {plan.leftOut.length === 0 ? null : (
        <Fold title="What is not applicable, and why">
          <Paged items={plan.leftOut} noun="case" size={40}>
            {(shown) => (
              <ul className={kit.stack}>
                {shown.map(({ id, why }) => (
                  <li key={id}>
                    <b>{id}</b> {why}
                  </li>
                ))}
              </ul>
            )}
          </Paged>
        </Fold>
      )}
    </>
  );
}

function processNote({ unready, leavesMark }: PlannedCase): string {
  if (unready) return 'to a process without a handshake';
  return leavesMark ? 'a fresh process follows' : '';
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return <pre className={`${kit.code} ${kit.callout}`}>{lines.join('\n')}</pre>;
}

type FoldProps = { readonly title: string; readonly children: React.ReactNode };

/** What it holds is drawn once it is opened: thousands of lines would delay the dialog. */
function Fold({ title, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? <ScrollBox className={`${kit.card} ${kit.tall} ${kit.above}`}>{children}</ScrollBox> : null}
    </details>
  );
}

type ChoiceProps = {
  readonly tools: readonly ProbeTool[];
  readonly calls: readonly string[];
  readonly onChange: (calls: readonly string[]) => void;
};

/** The tools, each with what the server says of it: those that are ticked may be called with valid arguments. */
export function ToolChoice({ tools, calls, onChange }: ChoiceProps) {
  if (tools.length === 0) return null;
  return (
    <fieldset>
      <legend>May be called with valid arguments</legend>
      <ScrollBox className={`${kit.card} ${kit.tall} ${kit.above}`}>
        <Paged items={tools} noun="tool">
          {(shown) => (
            <ul className={`${kit.stack} ${kit.gap2}`}>
              {shown.map((tool) => (
                <li key={tool.name} className={`${kit.wrap} ${kit.spread}`}>
                  <CheckLine
                    checked={tool.readOnly || calls.includes(tool.name)}
                    disabled={tool.readOnly}
                    onChange={(isOn) =>
                      onChange(isOn ? [...calls, tool.name] : calls.filter((name) => name !== tool.name))
                    }
                  >
                    <code>{tool.name}</code>
                  </CheckLine>
                  <span className={`${kit.note} ${kit.tier}`} data-tone={hintOf(tool).tone}>
                    {hintOf(tool).text}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Paged>
      </ScrollBox>
    </fieldset>
  );
}

function hintOf({ readOnly, destructive }: ProbeTool): { readonly tone: string; readonly text: string } {
  if (readOnly) return { tone: 'none', text: 'read-only: may always be called' };
  if (destructive === true) return { tone: 'destructive', text: 'destructive, by its own mark' };
  if (destructive === false) return { tone: 'none', text: 'changes something, not destructive' };
  return { tone: 'unmarked', text: 'not marked: it may change or delete things' };
}
