import { isJsonObject, parseJson } from '../../base/json-value.ts';
import { requestText } from '../../requests/raw-editor/template.ts';
import { pinText } from '../../requests/suite/pin.ts';
import type { Suite, SuiteEntry } from '../../requests/suite/suite-file.ts';
import { readRpcId } from '../../wire/envelope.ts';
import { CaseContext } from './case-context.ts';
import {
  type CaseLeftOut,
  type PlannedCase,
  type ProbePlan,
  type ProbeStep,
  plannedCase,
} from './probe-case.ts';
import type { ProbeSurface } from './surface.ts';

export type SuiteRun = {
  readonly suite: Suite;
  /** The file as named by the user, for sentences. */
  readonly file: string;
  readonly values: ReadonlyMap<string, string>;
};

/** Milliseconds; like the official clients, unless an entry allows more. */
const USUAL_WAIT_MS = 60_000;

/** The entries of a suite as cases, in file order: an earlier one may prepare a later one. */
export function suitePlan(surface: ProbeSurface, run: SuiteRun): ProbePlan {
  const context = new CaseContext(surface, [], '');
  const cases: PlannedCase[] = [];
  const leftOut: CaseLeftOut[] = [];
  for (const entry of run.suite.entries) {
    const missing = run.suite.variables.filter(
      (name) => !run.values.has(name) && JSON.stringify(entry.ask).includes(`\${${name}}`),
    );
    if (missing.length === 0) cases.push(suiteCase(context, entry, run));
    else
      leftOut.push({
        ...named(entry),
        why: `It needs ${missing.join(' and ')}, which the environment does not set.`,
      });
  }
  return { cases, leftOut };
}

function named({ name, ask }: SuiteEntry) {
  const target = ask.kind === 'line' ? '' : ask.method;
  return { id: `suite/${name}`, family: 'suite', kind: name, target, title: titleOf(ask) } as const;
}

function titleOf(ask: SuiteEntry['ask']): string {
  if (ask.kind === 'line') return 'a line as it is';
  const { name, uri } = ask.params ?? {};
  const target = name ?? uri;
  return typeof target === 'string' ? `${ask.method} ${target}` : ask.method;
}

function suiteCase(context: CaseContext, entry: SuiteEntry, { values, file }: SuiteRun): PlannedCase {
  const { ask, expect: pin, place } = entry;
  const id = context.freshId();
  // The displayed text never contains a variable's value.
  const shown = textOf(context, ask, id);
  const text = textOf(context, filled(ask, values) as SuiteEntry['ask'], id);
  const step: ProbeStep = {
    text,
    id: pin.tier === 'silence' || ask.kind === 'line' ? undefined : id,
    deliberate: ask.kind === 'line',
    wait: 'answer',
  };
  return plannedCase({
    ...named(entry),
    unready: ask.kind === 'line' && !ask.handshake,
    leavesMark: ask.kind === 'line',
    mayTakeLong: true,
    mayEnd: pin.tier === 'transport',
    steps: [step],
    expects: {
      tier: pin.tier ?? 'any',
      binding: 'suite',
      sentence: pinText(pin),
      source: `${file}, ${place}`,
      good: [],
      wrong: [],
    },
    pinned: {
      lineId: ask.kind === 'line' ? idOf(text) : undefined,
      pin,
      shown,
      awaitsAny: ask.kind === 'line' && pin.tier !== 'silence',
      waitMs: Math.max(USUAL_WAIT_MS, pin.maxDurationMs ?? 0),
    },
  });
}

function textOf(context: CaseContext, ask: SuiteEntry['ask'], id: string): string {
  return ask.kind === 'line' ? ask.line : requestText(context.template(id), ask.method, ask.params);
}

function idOf(line: string): string | undefined {
  const value = parseJson(line);
  return isJsonObject(value) ? readRpcId(value.id, line)?.text : undefined;
}

function filled(value: unknown, values: SuiteRun['values']): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{(\w+)\}/g, (written, name: string) => values.get(name) ?? written);
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [filled(key, values), filled(item, values)]),
  );
}

/** Shorter values occur everywhere. */
const MIN_SECRET = 4;

/** Replaces variables' values by their names: reports are read by others. */
export function withoutValues<Value>(value: Value, values: SuiteRun['values']): Value {
  const secrets = [...values].filter(([, text]) => text.length >= MIN_SECRET);
  return secrets.length === 0 ? value : (masked(value, secrets) as Value);
}

function masked(value: unknown, secrets: readonly (readonly [name: string, text: string])[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, [name, secret]) => text.replaceAll(secret, `\${${name}}`), value);
  }
  if (Array.isArray(value)) return value.map((item) => masked(item, secrets));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, secrets)]));
}
