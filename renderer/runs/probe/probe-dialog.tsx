import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import type { Result } from '../../../app/base/result.ts';
import { shownLine } from '../../../app/checks/probe/judge-case.ts';
import { openingLists, openingSteps } from '../../../app/checks/probe/opening.ts';
import { probePlan } from '../../../app/checks/probe/plan.ts';
import type { PlannedCase, ProbePlan } from '../../../app/checks/probe/probe-case.ts';
import { sentBy } from '../../../app/checks/probe/probe-case.ts';
import type { ProbeTool } from '../../../app/checks/probe/surface.ts';
import type { ProbePreview, ProbeState, ProbeTarget } from '../../../app/contract/probe-commands.ts';
import { letsCall } from '../../../app/session/project/expected-tier.ts';
import { DoctorSteps } from '../../shared/doctor-steps.tsx';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { dismissProbe, useProbes } from '../../state/runs/probe-store.ts';
import { activateSession, closeDialog, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { CheckLine, Fault, Form, TextField } from '../../ui/controls/fields.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';
import { Paged } from '../../ui/list/paged.tsx';
import { progressText } from './probe-banner.tsx';

/** Probes a server: shows first what would be sent, then the progress. */
export function ProbeDialog() {
  const { target, shown, probes } = useProbes();
  const running = probes.find(({ probe }) => probe === shown);
  return (
    <DialogShell title="Probe this server" width={820}>
      {running !== undefined ? (
        <RunningPage running={running} />
      ) : target === null ? null : (
        <PlanPage key={JSON.stringify(target)} target={target} />
      )}
    </DialogShell>
  );
}

function PlanPage({ target }: { readonly target: ProbeTarget }) {
  const [round, setRound] = useState(0);
  const preview = usePreview(target, round);
  if (preview?.ok && preview.value.kind === 'ready') {
    return <ReadyPage target={target} preview={preview.value} />;
  }
  return (
    <>
      <ScrollBox className={kit.dialog}>
        {preview === undefined ? (
          <p role="status">Starting the server once, to read what it declares and lists…</p>
        ) : !preview.ok ? (
          <Fault text={preview.error} />
        ) : preview.value.kind === 'failed' ? (
          <NotStarted preview={preview.value} />
        ) : null}
      </ScrollBox>
      <div className={kit.foot}>
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button disabled={preview === undefined} onClick={() => setRound(round + 1)}>
          Try again
        </Button>
      </div>
    </>
  );
}

function NotStarted({ preview }: { readonly preview: ProbePreview & { readonly kind: 'failed' } }) {
  return (
    <>
      <p role="alert">
        <b>{preview.label} cannot be probed: it does not start.</b> {preview.why}
      </p>
      {preview.doctor === null ? null : <DoctorSteps report={preview.doctor} />}
    </>
  );
}

/** The server's declarations, reloaded each round; ends a start that is no longer needed. */
function usePreview(target: ProbeTarget, round: number): Result<ProbePreview> | undefined {
  const id = useId();
  const [read, setRead] = useState<{ readonly round: number; readonly preview: Result<ProbePreview> }>();
  useEffect(() => {
    let isWanted = true;
    const plan = `${id} ${Math.random()}`;
    void settled(host().planProbe({ target, plan })).then((preview) => {
      if (isWanted) setRead({ round, preview });
    });
    return () => {
      isWanted = false;
      void settled(host().stopPlanProbe({ plan }));
    };
  }, [target, round, id]);
  return read?.round === round ? read.preview : undefined;
}

type ReadyProps = {
  readonly target: ProbeTarget;
  readonly preview: ProbePreview & { readonly kind: 'ready' };
};

function ReadyPage({ target, preview: { label, command, surface, project } }: ReadyProps) {
  const [calls, setCalls] = useState<readonly string[]>([]);
  // Calls that a file allows are ticked only by the user.
  const offered = project.calls.filter((name) => surface.tools.some((tool) => tool.name === name));
  const [seed, setSeed] = useState('1');
  const [seconds, setSeconds] = useState('120');
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const version = useScreen((state) => state.hello?.version ?? '');
  const chosen = useDeferredValue(calls);
  const seedNumber = wholeNumber(seed, 2_147_483_647);
  const budget = wholeNumber(seconds, 3600, 1);
  const plan = useMemo(
    () => probePlan(surface, { allowed: chosen, seed: seedNumber ?? 1, expected: project.expected }),
    [surface, chosen, seedNumber, project],
  );
  const opening = useMemo(() => openingSteps(surface, version).map(({ text }) => text), [surface, version]);
  const submit = async () => {
    if (seedNumber === undefined || budget === undefined || isBusy) return;
    setBusy(true);
    const wanted = { target, calls: [...calls], seed: seedNumber, budgetMs: 1000 * budget };
    const begun = await settled(host().startProbe(wanted));
    setBusy(false);
    if (begun.ok) useProbes.setState({ shown: begun.value.probe });
    else setFault(begun.error);
  };
  return (
    <Form className={kit.dialog} onSubmit={() => void submit()}>
      <p>
        <b>{label}</b> <code className={`${kit.fact} ${kit.anywhere}`}>{command}</code>
      </p>
      <p className={kit.callout} data-tone="good">
        Processes of its own are started for it, never the live session. Every call must fail before its tool
        runs: only tools that are marked as read-only, or ticked below, get arguments that are right.
      </p>
      <p role="status" data-planned={plan.cases.length}>
        <b>{counted(plan.cases.length, 'case')}</b> for {counted(surface.tools.length, 'tool')};{' '}
        {plan.leftOut.length.toLocaleString('en')} are not applicable.
      </p>
      <PlannedLines plan={plan} opening={opening} lists={openingLists(surface)} />
      {offered.length === 0 ? null : (
        <p className={kit.callout} data-tone="good">
          {letsCall(project.path, offered)}.{' '}
          <Button onClick={() => setCalls([...new Set([...calls, ...offered])])}>Tick them</Button>
        </p>
      )}
      <ToolChoice tools={surface.tools} calls={calls} onChange={setCalls} />
      <div className={kit.pair}>
        <TextField
          label="Seed"
          hint="the same seed and lists give the same lines"
          inputMode="numeric"
          fault={seedNumber === undefined ? 'A whole number, from 0.' : ''}
          value={seed}
          onChange={setSeed}
        />
        <TextField
          label="Time budget, in seconds"
          hint="no case begins later"
          inputMode="numeric"
          fault={budget === undefined ? 'A whole number, from 1 to 3,600.' : ''}
          value={seconds}
          onChange={setSeconds}
        />
      </div>
      <Fault text={fault} />
      <div className={kit.foot}>
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          disabled={seedNumber === undefined || budget === undefined || isBusy}
        >
          Probe
        </Button>
      </div>
    </Form>
  );
}

function wholeNumber(text: string, most: number, least = 0): number | undefined {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function RunningPage({ running }: { readonly running: ProbeState }) {
  const { probe, state, session, note, done, total, title, label } = running;
  const isOpen = useScreen(({ sessions }) => sessions.some((info) => info.session === session));
  useEffect(() => {
    if (session === null || !isOpen) return;
    dismissProbe(probe);
    activateSession(session);
    closeDialog('probe');
  }, [probe, session, isOpen]);
  return (
    <>
      <div className={kit.dialog}>
        <p role="status">
          <b>{progressText(running)}</b>
        </p>
        <progress
          aria-label={`Cases of ${label}`}
          max={Math.max(1, total)}
          value={total === 0 ? undefined : done}
        />
        <p className={kit.note}>{title === '' ? ' ' : title}</p>
        <Fault text={state === 'failed' ? note : ''} />
      </div>
      <div className={kit.foot}>
        {state === 'running' || state === 'stopping' ? (
          <>
            <span className={kit.note}>It goes on when this dialog is closed.</span>
            <Button
              look="primary"
              disabled={state === 'stopping'}
              onClick={() => void notifyFailure(host().stopProbe({ probe }))}
            >
              Stop
            </Button>
          </>
        ) : (
          <Button onClick={() => showDialog(null)}>Close</Button>
        )}
      </div>
    </>
  );
}

type LinesProps = {
  readonly plan: ProbePlan;
  /** The first lines for each process, and the lists that are read then. */
  readonly opening: readonly string[];
  readonly lists: readonly string[];
};

/** Every line that would be sent, and why the omitted ones do not apply. */
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
                  <Lines lines={one.steps.map((step) => shownLine(sentBy(step)))} />
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

/** The content renders once opened: thousands of lines would delay the dialog. */
function Fold({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
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

/** The tools with the server's annotations: ticked ones may be called with valid arguments. */
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
