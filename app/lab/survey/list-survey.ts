import type { JsonObject } from '../../base/json-value.ts';
import type { ToolListRow } from '../../hosts/lens/tool-row.ts';
import type { RowOrigin, SurveyFindings } from './derive-rows.ts';
import written from './list-shapes.json' with { type: 'json' };
import { type Marker, MarkerSource } from './markers.ts';
import { fateByDefinition } from './seen-definitions.ts';

/** A tool with one shape that hosts treat in different ways; what the model sees of it shows by its markers. */
export type ListCase = {
  readonly tool: string;
  readonly shape: string;
  readonly when: ToolListRow['when'];
  /** As `tools/list` has it. */
  readonly sent: JsonObject;
  readonly markers: readonly Marker[];
  /** True if it is not sent: the user saw that it leaves no tool. */
  readonly isLost: boolean;
};

/** A survey of what a host does to the tools of a list. */
export type ListSurvey = {
  readonly seed: string;
  readonly cases: readonly ListCase[];
  readonly markers: ReadonlyMap<string, Marker>;
};

type WrittenShape = Pick<ListCase, 'shape' | 'when'> & { readonly tool: JsonObject; readonly alone?: true };
const SHAPES = written as unknown as Record<string, WrittenShape>;
export const LIST_SHAPES: readonly string[] = Object.keys(SHAPES);
/** Those that are sent together: clients are known that refuse a whole list because of one of the others. */
export const USUAL_SHAPES: readonly string[] = LIST_SHAPES.filter(
  (name) => SHAPES[name]?.alone === undefined,
);

/** The survey of these shapes, and of those that are lost, with the markers that follow from the seed. */
export function buildListSurvey(
  seed: string,
  names = USUAL_SHAPES,
  lost: readonly string[] = [],
): ListSurvey {
  const source = new MarkerSource(seed);
  const cases = [...new Set([...names, ...lost])].map((name) => ({
    ...listCase(name, source),
    isLost: lost.includes(name),
  }));
  return { seed, cases, markers: new Map(source.markers.map((marker) => [marker.word, marker])) };
}

/** The survey of lists that sent these tools; undefined if none of its shapes is among them. */
export function listSurveyOf(seed: string, tools: readonly string[]): ListSurvey | undefined {
  const sent = buildListSurvey(seed, LIST_SHAPES).cases.map(({ sent: { name } }) => `${name}`);
  const names = LIST_SHAPES.filter((_, index) => tools.includes(sent[index] ?? ''));
  return names.length === 0 ? undefined : buildListSurvey(seed, names);
}

function listCase(name: string, source: MarkerSource): Omit<ListCase, 'isLost'> {
  const { tool: sent, ...about } = SHAPES[name] ?? { shape: '', when: { has: 'no-description' }, tool: {} };
  const tool = `survey-list-${name}`;
  const from = source.markers.length;
  const marker = (part: string) => {
    const place = { part: part === 'word' ? 'tool' : 'shape', at: source.markers.length - from } as const;
    return part === 'digits' ? source.digits(tool, place) : source.word(tool, place);
  };
  const text = JSON.stringify({ name: tool, ...sent })
    .replace(/"\{(digits)\}"/g, (_, part: string) => marker(part))
    .replace(/\{(word|inside)\}/g, (_, part: string) => marker(part));
  return { ...about, tool, sent: JSON.parse(text), markers: source.markers.slice(from) };
}

export type ListRows = { readonly toolRows: readonly ToolListRow[]; readonly notes: readonly string[] };

/** The rows that say what a host did to each shape, and the shapes by what became of them. */
export function listRows(
  { survey, measured, seen, definitions }: SurveyFindings<ListSurvey>,
  { host: of, versions, ...origin }: RowOrigin,
): ListRows {
  const found = survey.cases
    .filter(({ tool, isLost }) => isLost || measured.has(tool))
    .map((one) => ({ ...one, isExact: definitions?.has(one.tool), ...fateOf(one, seen, definitions) }));
  const notes = Object.entries(FATES).flatMap(([fate, text]) => {
    const tools = found.filter(({ does }) => does === fate).map(({ tool }) => tool);
    return tools.length === 0 ? [] : [`${text}: ${tools.join(', ')}.`];
  });
  const toolRows = found.flatMap(({ when, does, edit, isExact }): readonly ToolListRow[] => {
    if (does === 'part') return [];
    const change = edit === undefined ? { does } : { does, edit };
    return [
      { of, versions, when, ...change, evidence: 'measured', ...origin, ...(isExact ? {} : { note: NOTE }) },
    ];
  });
  return { toolRows, notes };
}

const NOTE = 'Markers show that the tool arrives, but not every change to its schema.';

const FATES = {
  keeps: 'Kept',
  'drops-keyword': 'Without the keyword',
  rewrites: 'Changed',
  part: 'Changed in a way for which only you can write a row',
  'drops-tool': 'Lost',
  'drops-server': 'Lost with all others',
} as const;

type Fate = { readonly does: keyof typeof FATES; readonly edit?: ToolListRow['edit'] };

/** What became of a shape, by its tool as the model got it, or else by what the model saw of it. */
function fateOf(
  { tool, sent, when, markers, isLost }: ListCase,
  seen: ReadonlySet<string>,
  definitions?: ReadonlyMap<string, JsonObject>,
): Fate {
  if (isLost) return { does: 'drops-server' };
  const got = definitions?.get(tool);
  if (got !== undefined) {
    const { does, edit } = fateByDefinition(when, sent, got) ?? {};
    return does === undefined || does === 'refuses-list' ? { does: 'part' } : { does, edit };
  }
  const inside = markers.filter(({ place }) => place.part === 'shape');
  if (!markers.some(({ word }) => seen.has(word))) return { does: 'drops-tool' };
  if (inside.length === 0 || inside.some(({ word }) => seen.has(word))) return { does: 'keeps' };
  return { does: when.has === 'keyword' ? 'drops-keyword' : 'part' };
}
