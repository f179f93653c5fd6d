import { placeText } from '../../base/schema/schema-walk.ts';
import { firstTexts } from '../../base/wrapped-text.ts';
import { SHAPES, type ToolListRow, type ToolShape } from '../lens/tool-row.ts';
import type { Taker, ToolFault } from './tool-judge.ts';
import type { FoundPlace, SentTool } from './tool-traits.ts';

/** How many places of one fault a sentence names. */
const NAMED = 3;
const MAX_NAME = 80;

/** The part of a tool that a row applies to, in a few words: "anyOf (inputSchema.anyOf)". */
export function faultText({ row, places }: Pick<ToolFault, 'row' | 'places'>): string {
  const [first] = places;
  const name = (first?.name ?? '').slice(0, MAX_NAME);
  const { when } = row;
  switch (when.has) {
    case 'name':
      return `the name ${JSON.stringify(name)} does not match ${when.not}`;
    case 'long-name':
      return `the name ${JSON.stringify(name)} has more than ${when.over} characters${when.form.includes('{server}') ? CONFIGURED : ''}`;
    case 'same-name':
      return 'its name is in the list twice';
    case 'no-description':
      return 'it has no description';
    case 'long-description':
      return `a description has more than ${when.over} characters`;
    case 'many':
      return when.of === 'tools'
        ? `it stands behind the first ${when.over} tools`
        : `more than ${when.over} ${MANY[when.of]}`;
    case 'argument-name':
      return `${places.length === 1 ? 'the name' : 'names'} of ${places.length === 1 ? 'an argument' : 'arguments'} (${namesOf(places)})`;
    case 'format':
      return `the format ${JSON.stringify(name)}${where(places)}`;
    case 'beside':
      return `${when.keyword} with ${JSON.stringify(name)} beside it${where(places)}`;
    case 'keyword':
      return `${[...new Set(places.map((place) => place.name))].slice(0, NAMED).join(', ')}${where(places)}`;
    case 'shape':
      return `${SHAPES[when.shape]}${where(places)}`;
  }
}

/** Only the user knows how the configuration of a host names the server. */
const CONFIGURED = ', if the configuration of the host names the server as it names itself';

const MANY = { arguments: 'arguments', 'enum-values': 'values in enums', levels: 'levels' } as const;

function where(places: readonly FoundPlace[]): string {
  const texts = places.map(({ at }) => placeText(at).slice(2, 2 + MAX_NAME * 2));
  return ` (${firstTexts(texts, NAMED)})`;
}

function namesOf(places: readonly FoundPlace[]): string {
  return firstTexts(
    places.map(({ name }) => JSON.stringify(name.slice(0, MAX_NAME))),
    NAMED,
  );
}

/** The host's or provider's own message, with the tool's place and name; empty if the source quotes none. */
export function singleLineMessage({ row, places }: ToolFault, tool: SentTool, taker: Taker): string {
  const [first] = places;
  const index = (taker.provider?.index ?? 'tools.{n}').replace('none', 'tools.{n}');
  const values: { readonly [name: string]: string } = {
    index: index.replace('{n}', `${tool.index}`),
    n: `${tool.index}`,
    tool: tool.name,
    place: placeText(['', ...(first?.at ?? []).slice(1)]).replace(/^\$\[""\]/, '$'),
    name: first?.name ?? '',
    keyword: first?.name ?? '',
  };
  return (row.says ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** A host's action, as a verb phrase after its name. */
export const DOES: { readonly [Does in ToolListRow['does']]: string } = {
  keeps: 'passes it on as it is',
  'drops-keyword': 'leaves it out of the schema',
  rewrites: 'writes it otherwise',
  'drops-tool': 'leaves the tool out',
  'drops-server': 'shows no tool of this server',
  'refuses-list': 'refuses every request with this list',
};

/** How an author fixes a shape, as one sentence. */
export function remedyText({ when }: ToolListRow): string {
  if (when.has === 'long-name' && when.form.includes('{server}'))
    return 'Give the server a shorter name in the configuration of the host, or shorten the name of the tool.';
  switch (when.has) {
    case 'name':
    case 'long-name':
    case 'same-name':
      return 'Give the tool a short name of letters, digits, underscores and hyphens.';
    case 'argument-name':
      return 'Give the arguments names of letters, digits, underscores, hyphens and dots.';
    case 'many':
      return when.of === 'tools' ? 'Let the user choose groups of tools.' : 'Split the tool into several.';
    case 'no-description':
    case 'long-description':
      return 'Say in one or two sentences what the tool does.';
    case 'shape':
      return REMEDIES[when.shape] ?? 'Write the schema without it.';
    default:
      return 'Write the schema without it: the tool can still check its arguments.';
  }
}

const REMEDIES: { readonly [One in ToolShape]?: string } = {
  'no-object': 'Write "type": "object" at the top of the schema, as MCP asks.',
  'no-properties': 'Write empty properties beside the type.',
  'no-items': 'Say in items what the array holds; an empty schema allows anything.',
  'dangling-ref': 'Put the definition into $defs of the same schema.',
  reference: 'Write the definition in the place of the reference.',
  'open-object': 'Write "additionalProperties": false.',
  optional: 'Name every argument in required, and allow null for those that may be left out.',
};
