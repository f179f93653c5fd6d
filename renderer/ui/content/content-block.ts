import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { lineByteLength } from '../../../app/wire/line-text.ts';
import { shortened } from '../format/quantity-text.ts';

/** A media block: `url` is a data URL if it can be shown, else `problem` says why not. */
type Media = {
  readonly mime: string;
  readonly bytes: number;
  readonly url: string;
  readonly problem: string;
};

/** A server's notes on a block for hosts (MCP 2025-06-18, server/resources, "Annotations"). */
export type BlockNotes = {
  /** `user`, `assistant`, or what the server wrote instead. */
  readonly audience: readonly string[];
  /** From 0, hardly needed, to 1; as on the wire. */
  readonly priority: number | undefined;
  /** ISO 8601, as on the wire; empty for none. */
  readonly lastModified: string;
};

/** One parsed block of a result's `content` (MCP, server/tools, Tool Result). */
export type ContentBlock = BlockBody & { readonly notes?: BlockNotes };

type BlockBody =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | ({ readonly kind: 'image' } & Media)
  | ({ readonly kind: 'audio' } & Media)
  | {
      readonly kind: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly title: string;
      readonly description: string;
      /** The size stated by the server, in bytes; undefined for none. */
      readonly size: number | undefined;
      readonly mime: string;
      readonly bytes: number;
    }
  | {
      readonly kind: 'resource';
      readonly uri: string;
      readonly mime: string;
      /** The text; undefined for a blob. */
      readonly text: string | undefined;
      readonly bytes: number;
      readonly problem: string;
      /** The image or audio of a blob, if it can be shown. */
      readonly media: ({ readonly kind: 'image' | 'audio' } & Media) | undefined;
    }
  | { readonly kind: 'unknown'; readonly type: string; readonly value: unknown; readonly bytes: number };

/** Types that an `<img>` shows without running scripts. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
const AUDIO_TYPES = /^audio\/[a-z0-9.+-]+$/;

/** Parses `content`. A value that is not a list gives no blocks; the caller reports that. */
export function readBlocks(content: unknown): ContentBlock[] {
  return Array.isArray(content) ? content.map(readBlock) : [];
}

/** Parses one block; any value results in something that can be shown. */
export function readBlock(value: unknown): ContentBlock {
  if (!isJsonObject(value)) return unknownBlock('', value);
  const block = readBody(value);
  const resource = isJsonObject(value.resource) ? value.resource : {};
  const notes = readNotes(value.annotations) ?? readNotes(resource.annotations);
  return notes === undefined ? block : { ...block, notes };
}

/** Parses the `contents` of `resources/read` as embedded resources. */
export function readContents(contents: unknown): ContentBlock[] {
  const items = Array.isArray(contents) ? contents : [];
  return items.map((resource) => readBlock({ type: 'resource', resource }));
}

function readNotes(value: unknown): BlockNotes | undefined {
  if (!isJsonObject(value)) return undefined;
  const { audience, priority } = value;
  return {
    audience: Array.isArray(audience) ? audience.filter((who) => typeof who === 'string') : [],
    priority: typeof priority === 'number' ? priority : undefined,
    lastModified: labelAt(value, 'lastModified'),
  };
}

function readBody(value: JsonObject): ContentBlock {
  const type = stringAt(value, 'type') ?? '';
  switch (type) {
    case 'text':
      return textBlock(value);
    case 'image':
    case 'audio':
      return { kind: type, ...media(value, type) };
    case 'resource_link':
      return linkBlock(value);
    case 'resource':
      return resourceBlock(value);
    default:
      return unknownBlock(type, value);
  }
}

/** The limit of a label on one line; the tree has the whole value. A megabyte would block the page. */
const MAX_LABEL_CHARS = 500;

function labelAt(value: JsonObject, name: string): string {
  return shortened(stringAt(value, name) ?? '', MAX_LABEL_CHARS);
}

function textBlock(value: JsonObject): ContentBlock {
  if (typeof value.text !== 'string') return unknownBlock('text', value);
  return { kind: 'text', text: value.text, bytes: utf8Bytes(value.text) };
}

function media(value: JsonObject, type: 'image' | 'audio'): Media {
  const mime = labelAt(value, 'mimeType').toLowerCase();
  const data = value.data;
  if (typeof data !== 'string') return { mime, bytes: 0, url: '', problem: 'The block has no data.' };
  const check = checkBase64(data);
  if (!check.ok) return { mime, bytes: utf8Bytes(data), url: '', problem: check.error };
  const allowed = type === 'image' ? IMAGE_TYPES.includes(mime) : AUDIO_TYPES.test(mime);
  if (allowed) return { mime, bytes: check.value, url: `data:${mime};base64,${data}`, problem: '' };
  const problem = mime === '' ? 'The block has no mimeType.' : `${mime} is not shown here.`;
  return { mime, bytes: check.value, url: '', problem };
}

function linkBlock(value: JsonObject): ContentBlock {
  return {
    kind: 'resource_link',
    uri: stringAt(value, 'uri') ?? '',
    name: labelAt(value, 'name'),
    title: labelAt(value, 'title'),
    description: stringAt(value, 'description') ?? '',
    mime: labelAt(value, 'mimeType'),
    size: typeof value.size === 'number' ? value.size : undefined,
    bytes: jsonBytes(value),
  };
}

function resourceBlock(value: JsonObject): ContentBlock {
  const { resource } = value;
  if (!isJsonObject(resource)) return unknownBlock('resource', value);
  const place = { uri: stringAt(resource, 'uri') ?? '', mime: labelAt(resource, 'mimeType') };
  const text = stringAt(resource, 'text');
  const none = { problem: '', media: undefined };
  if (text !== undefined) return { kind: 'resource', ...place, text, bytes: utf8Bytes(text), ...none };
  const blob = stringAt(resource, 'blob');
  if (blob === undefined) {
    const problem = 'The resource has neither text nor blob.';
    return { kind: 'resource', ...place, text, bytes: 0, problem, media: undefined };
  }
  const check = checkBase64(blob);
  if (!check.ok) {
    return { kind: 'resource', ...place, text, bytes: utf8Bytes(blob), ...none, problem: check.error };
  }
  const kind = /^(image|audio)\//i.exec(place.mime)?.[1]?.toLowerCase();
  if (kind !== 'image' && kind !== 'audio')
    return { kind: 'resource', ...place, text, bytes: check.value, ...none };
  const shown = { kind, ...media({ mimeType: place.mime, data: blob }, kind) } as const;
  return { kind: 'resource', ...place, text, bytes: check.value, problem: '', media: shown };
}

function unknownBlock(type: string, value: unknown): ContentBlock {
  return { kind: 'unknown', type, value, bytes: jsonBytes(value) };
}

function utf8Bytes(text: string): number {
  return lineByteLength({ raw: text });
}

function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value) ?? '');
}

/** The number of bytes in base64 text (RFC 4648 §4), or what is wrong with it, as a sentence. */
function checkBase64(text: string): Result<number> {
  if (text === '') return err('The data is empty.');
  const body = text.replace(/={0,2}$/, '');
  const invalid = /[^A-Za-z0-9+/]/.exec(body);
  if (invalid !== null) {
    const urlSafe = invalid[0] === '-' || invalid[0] === '_' ? ' (base64url is not base64)' : '';
    const at = `${JSON.stringify(invalid[0])} at character ${invalid.index + 1}`;
    return err(`The data is not base64: ${at}${urlSafe}.`);
  }
  if (text.length % 4 !== 0) {
    return err(`The data is not base64: ${text.length} characters, not a multiple of 4.`);
  }
  return ok(Math.floor((body.length * 3) / 4));
}
