import { inlineCode, inlineText } from '../../base/document/markdown-writer.ts';
import type { HostPiece, HostRow, SentKind } from '../../hosts/lens/host-table.ts';
import { arrivalOf } from './arrivals.ts';
import type { DerivedRows } from './derive-rows.ts';
import type { MeasuredHost } from './measured-file.ts';
import type { SurveyCase } from './survey.ts';
import type { SurveyProgress } from './survey-progress.ts';

/** The measurements of a host as a standalone Markdown page to share. */
export function surveyPage(
  { entry, origin }: MeasuredHost,
  progress: SurveyProgress,
  { rows, notes }: DerivedRows,
): string {
  const version = origin.versions?.from;
  const title = version === undefined ? entry.name : `${entry.name} ${version}`;
  const gaps = [
    ...sentences('not called', progress.uncalled),
    ...sentences('not reported', progress.unreported),
  ];
  const parts = [
    `# What ${inlineText(title)} passes on of tools' answers`,
    `Measured on ${origin.asOf} with ${inlineCode('tierscope lab')}, survey ${inlineCode(progress.survey.seed)}. Every field of each answer held a marker word of its own; the agent’s report, or its transcript, shows which arrived.`,
    '## What the model gets',
    rowTable(rows),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
    '## Each answer',
    caseTable(progress),
    ...(gaps.length === 0 ? [] : ['## What is missing', gaps.join('\n')]),
    '## What markers cannot show',
    'In which order the parts arrive, which words of the host stand between them, and whether the model was shown more than it reported. The code of a JSON-RPC error and the annotations of a block have numbers instead of words; a picture has its word drawn.',
  ];
  return `${parts.join('\n\n')}\n`;
}

function sentences(what: string, tools: readonly string[]): readonly string[] {
  return tools.length === 0 ? [] : [`- ${tools.length} ${what}: ${tools.join(', ')}.`];
}

function rowTable(rows: readonly HostRow[]): string {
  if (rows.length === 0) return 'Nothing was measured yet.';
  const lines = rows.map((row) => `| ${sentText(row.when)} | ${getsText(row)} |`);
  return ['| The server sends | The model gets |', '| --- | --- |', ...lines].join('\n');
}

const ANSWERS = {
  'protocol-error': 'a JSON-RPC error',
  'tool-error': 'a tool error (`isError`)',
  success: 'a success',
} as const;

function sentText({ answer, data, text, blocks, media, resources, structuredContent }: SentKind): string {
  const traits = [
    ['data', data],
    ['a text', text],
    ['an image', media],
    ['a resource', resources],
    ['`structuredContent`', structuredContent],
  ] as const;
  const counts = { none: 'without content', one: 'with one block', several: 'with several blocks' };
  const named = traits.flatMap(([name, has]) =>
    has === undefined ? [] : [`${has ? 'with' : 'without'} ${name}`],
  );
  return [ANSWERS[answer], ...(blocks === undefined ? [] : [counts[blocks]]), ...named].join(', ');
}

function getsText({ gets, cutAfter }: HostRow): string {
  const parts = gets.map(pieceText).join(', then ');
  const cut = cutAfter === undefined ? '' : `; a longer text is cut after about ${cutAfter} characters`;
  return `${parts === '' ? 'nothing' : parts}${cut}`;
}

function pieceText(piece: HostPiece): string {
  switch (piece.part) {
    case 'words':
      return inlineCode(piece.text);
    case 'result':
      return 'the whole result as JSON';
    case 'content': {
      const forms = { text: 'text', block: 'blocks', json: 'JSON', 'json-list': 'one JSON list' };
      const kinds = piece.kinds === undefined ? '' : `${piece.kinds.join(', ')} `;
      const which =
        piece.blocks === 'first'
          ? `the first block${kinds && ', if it is '}${kinds.trim()}`
          : `every ${kinds}block`;
      const otherwise = piece.otherwise === undefined ? '' : ', and the address of others';
      return `${which} as ${forms[piece.as]}${otherwise}`;
    }
    case 'structuredContent':
      return '`structuredContent`';
    default:
      return `the error's ${piece.part}`;
  }
}

function caseTable({ survey, findings }: SurveyProgress): string {
  const lines = survey.cases
    .filter(({ tool }) => findings.measured.has(tool))
    .map((one) => `| ${inlineCode(one.tool)} | ${one.shape} | ${arrivedText(one, findings.seen)} |`);
  return ['| Tool | Answers with | Arrived |', '| --- | --- | --- |', ...lines].join('\n');
}

function arrivedText(one: SurveyCase, seen: ReadonlySet<string>): string {
  const arrival = arrivalOf(one, seen);
  const parts = (['code', 'message', 'data', 'structuredContent'] as const).filter((part) => arrival[part]);
  const blocks = arrival.blocks
    .filter(({ level }) => level !== 'none')
    .map(({ index, kind, level }) => `${kind} ${index + 1}${LEVELS[level]}`);
  const cut = arrival.cut === undefined ? [] : [`cut between ${arrival.cut.from} and ${arrival.cut.before}`];
  const whole = arrival.whole ? ['`_meta`'] : [];
  return [...parts, ...blocks, ...whole, ...cut].join(', ') || 'nothing';
}

const LEVELS = { none: '', text: '', block: '', json: ' as JSON', uri: ' by its address' } as const;
