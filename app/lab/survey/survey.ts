import type { JsonObject } from '../../base/json-value.ts';
import type { SentAnswer } from '../../hosts/lens/sent-answer.ts';
import shapes from './answer-shapes.json' with { type: 'json' };
import { markerImage } from './marker-image.ts';
import { type BlockKind, type Marker, MarkerSource } from './markers.ts';

/** The answer of one survey tool: each of its fields has a marker. */
export type SurveyCase = {
  readonly tool: string;
  readonly answer: SentAnswer;
  readonly markers: readonly Marker[];
  /** True for a text that hosts may cut. */
  readonly isLong: boolean;
  /** The tool's answer, as the end of a sentence. */
  readonly shape: string;
};

export type Survey = {
  readonly seed: string;
  readonly cases: readonly SurveyCase[];
  readonly markers: ReadonlyMap<string, Marker>;
};

type Shape = {
  readonly name: string;
  readonly blocks: readonly BlockKind[];
  readonly structured?: true;
  readonly isLong?: true;
  readonly words: string;
};

const SHAPES = shapes as readonly Shape[];

const METHOD = 'tools/call';
const MARKER_KEY = 'tierscope/marker';

/** Builds the survey of a seed: the same seed gives the same markers. */
export function buildSurvey(seed: string): Survey {
  const source = new MarkerSource(seed);
  const cases = [
    protocolError(source, false),
    protocolError(source, true),
    ...SHAPES.map((shape) => resultCase(source, 'tool-error', shape)),
    ...SHAPES.map((shape) => resultCase(source, 'success', shape)),
  ];
  return { seed, cases, markers: new Map(source.markers.map((marker) => [marker.word, marker])) };
}

function protocolError(source: MarkerSource, hasData: boolean): SurveyCase {
  const tool = hasData ? 'survey-protocol-error-data' : 'survey-protocol-error';
  const from = source.markers.length;
  const code = `-${source.digits(tool, { part: 'code' })}`;
  const message = `The request was refused: ${source.word(tool, { part: 'message' })}`;
  const data = hasData ? { reason: source.word(tool, { part: 'data' }) } : undefined;
  const answer: SentAnswer = {
    kind: 'protocol-error',
    method: METHOD,
    target: tool,
    codeText: code,
    message,
    data,
  };
  const shape = hasData ? 'a JSON-RPC error with data' : 'a JSON-RPC error without data';
  return { tool, answer, markers: source.markers.slice(from), isLong: false, shape };
}

function resultCase(source: MarkerSource, kind: 'tool-error' | 'success', shape: Shape): SurveyCase {
  const tool = `survey-${kind}-${shape.name}`;
  const from = source.markers.length;
  const content = shape.isLong
    ? [{ type: 'text', text: longText(source, tool) }]
    : shape.blocks.map((block, index) => blockOf(source, tool, block, index));
  const structuredContent = shape.structured && {
    structuredContent: { finding: source.word(tool, { part: 'structuredContent' }) },
  };
  const result: JsonObject = {
    content,
    ...structuredContent,
    ...(kind === 'tool-error' ? { isError: true } : {}),
    _meta: { [MARKER_KEY]: source.word(tool, { part: '_meta' }) },
  };
  return {
    tool,
    answer: { kind, method: METHOD, target: tool, result },
    markers: source.markers.slice(from),
    isLong: shape.isLong === true,
    shape: `${kind === 'success' ? 'a success' : 'a tool error'} with ${shape.words}`,
  };
}

function blockOf(source: MarkerSource, tool: string, kind: BlockKind, block: number): JsonObject {
  type Field = 'text' | 'pixels' | 'uri' | 'name' | 'title' | 'description' | '_meta';
  const word = (field: Field) => source.word(tool, { part: 'content', block, kind, field });
  const place = { part: 'content', block, kind, field: 'annotations' } as const;
  // The only member of annotations that takes any value is a number.
  const annotations = {
    audience: ['user', 'assistant'],
    priority: Number(`0.${source.digits(tool, place)}`),
  };
  const common = { type: kind, annotations, _meta: { [MARKER_KEY]: word('_meta') } };
  switch (kind) {
    case 'text':
      return { ...common, text: `Note ${block + 1} of this answer says ${word('text')}.` };
    case 'image':
    case 'audio':
      return { ...common, data: markerImage(word('pixels')), mimeType: 'image/png' };
    case 'resource': {
      const text = `This file says ${word('text')}.`;
      return { ...common, resource: { uri: `survey://${word('uri')}`, mimeType: 'text/plain', text } };
    }
    case 'resource_link':
      return {
        ...common,
        uri: `survey://${word('uri')}`,
        name: word('name'),
        title: word('title'),
        description: `A file about ${word('description')}.`,
        mimeType: 'text/plain',
      };
  }
}

const LINE_CHARS = 100;
const LINES = 1600;
/** The distance of markers as a share of the preceding text, never less than two lines. */
const SHARE = 0.02;

const FILLER =
  'this line only makes the text long so that a host passing it on may have to cut it somewhere, and then goes on';

export const LONG_TEXT_CHARS = LINE_CHARS * LINES;

/** A text of 1600 lines, some with markers: locates a cut to two lines or two percent, whichever is more. */
function longText(source: MarkerSource, tool: string): string {
  const lines: string[] = [];
  let next = 0;
  for (let line = 0; line < LINES; line += 1) {
    if (line < next && line < LINES - 1) {
      lines.push(FILLER.slice(0, LINE_CHARS - 1));
      continue;
    }
    const start = line * LINE_CHARS;
    next = line + Math.max(2, Math.floor(line * SHARE));
    lines.push(markedLine(start, (end) => source.word(tool, { part: 'long-text', end })));
  }
  return `${lines.join('\n')}\n`;
}

/** Each such line starts with a word of nine letters. */
const WORD_CHARS = 9;

function markedLine(start: number, wordAt: (end: number) => string): string {
  return `${wordAt(start + WORD_CHARS)} ${FILLER}`.slice(0, LINE_CHARS - 1);
}
