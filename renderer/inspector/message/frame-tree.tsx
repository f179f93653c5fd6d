import { useContext, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { parseBounded } from '../../../app/base/json-value.ts';
import { filterTerm } from '../../../app/frame/query/query.ts';
import { cutNote, type Envelope } from '../../../app/wire/envelope.ts';
import { yieldShortly } from '../../state/host/yield-turn.ts';
import { hasTerm, setFilterText, useFilter, withToggledTerm } from '../../state/log/filter-store.ts';
import { LONG_LINE, type ReadFrame } from '../../state/log/use-record.ts';
import type { PathStep } from '../../ui/json-tree/json-shape.ts';
import { JsonTree, type KeyAction, type KeyActions } from '../../ui/json-tree/json-tree.tsx';
import {
  LossyNotes,
  type LossyReport,
  lossySpots,
  lossySpotsInSteps,
} from '../../ui/json-tree/lossy-notes.tsx';
import { kit } from '../../ui/kit.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';

/**
 * A message as a tree, with its differences from the wire text. Appears after the rest of its page is painted, since
 * parsing and scanning megabytes takes time. Use another `key` to show another message.
 */
export function FrameTree({ frame, label }: { readonly frame: ReadFrame; readonly label: string }) {
  const later = useDeferredValue<ReadFrame | undefined>(frame, undefined);
  const value = useMemo(() => (later === undefined ? undefined : parsed(later)), [later]);
  const report = useLossyReport(later?.raw ?? '');
  const keyActions = useKeyActions(frame.row.method);
  if (later === undefined) return null;
  return (
    <>
      <LossyNotes report={report} />
      <CutNote envelope={later.envelope} />
      <JsonTree value={value} label={label} keyActions={keyActions} />
    </>
  );
}

function useKeyActions(method: string): KeyActions {
  const { searchFor } = useContext(InspectorSlotsContext);
  return (steps, value) => {
    const term = keyTerm(method, steps, value);
    const sought = searchTextsOf(steps, value);
    const search = (label: string, text: string | undefined): KeyAction[] =>
      text === undefined || searchFor === undefined ? [] : [{ label, run: () => searchFor(text) }];
    return [
      ...(term === undefined ? [] : [{ label: term.label, run: () => showOnly(term.term) }]),
      ...search('Find this key in all records', sought.key),
      ...search('Find this value in all records', sought.value),
    ];
  };
}

function showOnly(term: string): void {
  const { text } = useFilter.getState();
  if (!hasTerm(text, term)) setFilterText(withToggledTerm(text, term));
}

/** True for a line of valid JSON. */
export function isReadable({ envelope }: ReadFrame): boolean {
  return envelope.kind !== 'not-json';
}

const NOT_LOSSY: LossyReport = { places: [], scannedChars: 0, complete: true };

/** Where the tree differs from the text; for a long text it is known some frames later. */
function useLossyReport(raw: string): LossyReport {
  const isShort = raw.length <= LONG_LINE;
  const known = useMemo(() => (isShort ? lossySpots(raw) : undefined), [isShort, raw]);
  const [read, setRead] = useState<{ readonly of: string; readonly report: LossyReport }>();
  useEffect(() => {
    if (isShort) return;
    let wanted = true;
    const steps = lossySpotsInSteps(raw);
    const readOn = async () => {
      for (let step = steps.next(); wanted; step = steps.next()) {
        if (step.done === true) return setRead({ of: raw, report: step.value });
        await yieldShortly();
      }
    };
    void readOn();
    return () => {
      wanted = false;
    };
  }, [isShort, raw]);
  return known ?? (read?.of === raw ? read.report : NOT_LOSSY);
}

function CutNote({ envelope }: { readonly envelope: Envelope }) {
  const note = cutNote(envelope);
  if (note === '') return null;
  return <p className={kit.mute}>{note} The raw text and the recording have everything.</p>;
}

function parsed({ envelope, value, raw }: ReadFrame): unknown {
  switch (envelope.kind) {
    case 'not-json':
      return undefined;
    case 'not-json-rpc':
      return envelope.value;
    case 'request':
    case 'notification':
    case 'result':
    case 'error':
    case 'batch':
      // An SDK's client rejects a line with a byte order mark; the value is undefined only then.
      return value ?? parseBounded(raw.replace(/^\uFEFF/, ''));
  }
}

/** The filter term for messages with the same value at this place; undefined if there is none. */
export function keyTerm(
  method: string,
  steps: readonly PathStep[],
  value: unknown,
): { readonly label: string; readonly term: string } | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  switch (steps.join('.')) {
    case 'method':
      return { label: `Show only method ${text}`, term: filterTerm('method', text) };
    case 'id':
      return { label: `Show only id ${text}`, term: filterTerm('id', text) };
    case 'error.code':
      return { label: `Show only code ${text}`, term: filterTerm('code', text) };
    case 'params.name':
      if (method !== 'tools/call') return undefined;
      return { label: `Show only tool ${text}`, term: filterTerm('tool', text) };
    default:
      return undefined;
  }
}

const MAX_SOUGHT = 200;

/** The text of a place as written in a line, for a search of whole records: the key, and a short value. */
export function searchTextsOf(steps: readonly PathStep[], value: unknown): { key?: string; value?: string } {
  const key = steps.findLast((step) => typeof step === 'string');
  const isScalar = typeof value === 'string' || typeof value === 'number';
  const text = isScalar && value !== '' ? JSON.stringify(value) : '';
  return {
    ...(key === undefined ? {} : { key: JSON.stringify(key) }),
    ...(text === '' || text.length > MAX_SOUGHT ? {} : { value: text }),
  };
}
