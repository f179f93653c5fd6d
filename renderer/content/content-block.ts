import { isJsonObject, type JsonObject, stringAt } from '../../app/base/json-value.ts';
import { lineByteLength } from '../../app/wire/line-text.ts';
import { checkBase64 } from './base64.ts';

/** A media block: `url` is a data URL where it can be shown, else `problem` says why not. */
type Media = {
  readonly mime: string;
  readonly bytes: number;
  readonly url: string;
  readonly problem: string;
};

/** One block of a result's `content`, read for the screen (MCP, server/tools, Tool Result). */
export type ContentBlock =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | ({ readonly kind: 'image' } & Media)
  | ({ readonly kind: 'audio' } & Media)
  | {
      readonly kind: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly description: string;
      readonly mime: string;
      readonly bytes: number;
    }
  | {
      readonly kind: 'resource';
      readonly uri: string;
      readonly mime: string;
      /** The text, or undefined for a blob. */
      readonly text: string | undefined;
      readonly bytes: number;
      readonly problem: string;
    }
  | { readonly kind: 'unknown'; readonly type: string; readonly value: unknown; readonly bytes: number };

/** Types that an `<img>` shows without running anything: a picture in an `<img>` runs no script. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
const AUDIO_TYPES = /^audio\/[a-z0-9.+-]+$/;

/** Reads `content`. A value that is no list gives no blocks: the caller says so. */
export function readBlocks(content: unknown): ContentBlock[] {
  return Array.isArray(content) ? content.map(readBlock) : [];
}

/** Reads one block; whatever it is, something can be shown. */
export function readBlock(value: unknown): ContentBlock {
  if (!isJsonObject(value)) return unknownBlock('', value);
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

function textBlock(value: JsonObject): ContentBlock {
  if (typeof value.text !== 'string') return unknownBlock('text', value);
  return { kind: 'text', text: value.text, bytes: utf8Bytes(value.text) };
}

function media(value: JsonObject, type: 'image' | 'audio'): Media {
  const mime = (stringAt(value, 'mimeType') ?? '').toLowerCase();
  const data = value.data;
  if (typeof data !== 'string') return { mime, bytes: 0, url: '', problem: 'The block has no data.' };
  const check = checkBase64(data);
  if (check.kind === 'broken') return { mime, bytes: utf8Bytes(data), url: '', problem: check.problem };
  const allowed = type === 'image' ? IMAGE_TYPES.includes(mime) : AUDIO_TYPES.test(mime);
  if (allowed) return { mime, bytes: check.bytes, url: `data:${mime};base64,${data}`, problem: '' };
  const problem = mime === '' ? 'The block has no mimeType.' : `${mime} is not shown here.`;
  return { mime, bytes: check.bytes, url: '', problem };
}

function linkBlock(value: JsonObject): ContentBlock {
  return {
    kind: 'resource_link',
    uri: stringAt(value, 'uri') ?? '',
    name: stringAt(value, 'title') ?? stringAt(value, 'name') ?? '',
    description: stringAt(value, 'description') ?? '',
    mime: stringAt(value, 'mimeType') ?? '',
    bytes: jsonBytes(value),
  };
}

function resourceBlock(value: JsonObject): ContentBlock {
  const { resource } = value;
  if (!isJsonObject(resource)) return unknownBlock('resource', value);
  const place = { uri: stringAt(resource, 'uri') ?? '', mime: stringAt(resource, 'mimeType') ?? '' };
  const text = stringAt(resource, 'text');
  if (text !== undefined) return { kind: 'resource', ...place, text, bytes: utf8Bytes(text), problem: '' };
  const blob = stringAt(resource, 'blob');
  if (blob === undefined) {
    return { kind: 'resource', ...place, text, bytes: 0, problem: 'The resource has neither text nor blob.' };
  }
  const check = checkBase64(blob);
  if (check.kind === 'sound') return { kind: 'resource', ...place, text, bytes: check.bytes, problem: '' };
  return { kind: 'resource', ...place, text, bytes: utf8Bytes(blob), problem: check.problem };
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
