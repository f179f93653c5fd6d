import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';

/** A resource or a template of a list (MCP, server/resources). */
export type ResourceInfo = {
  /** The URI, or the template of one. */
  readonly uri: string;
  readonly isTemplate: boolean;
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly mimeType: string | undefined;
  /** Bytes; undefined if the server does not say. */
  readonly size: number | undefined;
  readonly annotations: JsonObject | undefined;
};

/** The resources of a list; entries without a URI are left out. */
export function readResources(items: readonly unknown[]): ResourceInfo[] {
  return read(items, 'uri');
}

/** The templates of a list; entries without a template are left out. */
export function readTemplates(items: readonly unknown[]): ResourceInfo[] {
  return read(items, 'uriTemplate');
}

function read(items: readonly unknown[], member: 'uri' | 'uriTemplate'): ResourceInfo[] {
  return items.flatMap((item: unknown) => {
    const uri = stringAt(item, member);
    if (uri === undefined || !isJsonObject(item)) return [];
    return [
      {
        uri,
        isTemplate: member === 'uriTemplate',
        name: stringAt(item, 'name') ?? uri,
        title: stringAt(item, 'title'),
        description: stringAt(item, 'description'),
        mimeType: stringAt(item, 'mimeType'),
        size: typeof item.size === 'number' ? item.size : undefined,
        annotations: isJsonObject(item.annotations) ? item.annotations : undefined,
      },
    ];
  });
}
