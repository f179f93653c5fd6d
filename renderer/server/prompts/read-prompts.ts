import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';

/** A prompt of a list (MCP, server/prompts). */
export type PromptInfo = {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Its arguments as an object schema: all are texts. */
  readonly schema: JsonObject;
};

/** The prompts of a list; entries without a name are left out. */
export function readPrompts(items: readonly unknown[]): PromptInfo[] {
  return items.flatMap((item: unknown) => {
    const name = stringAt(item, 'name');
    if (name === undefined || !isJsonObject(item)) return [];
    return [
      {
        name,
        title: stringAt(item, 'title'),
        description: stringAt(item, 'description'),
        schema: argumentsSchema(item.arguments),
      },
    ];
  });
}

function argumentsSchema(given: unknown): JsonObject {
  const known: readonly unknown[] = Array.isArray(given) ? given : [];
  const named = known.flatMap((argument) => {
    const name = stringAt(argument, 'name');
    return name === undefined || !isJsonObject(argument) ? [] : [{ name, argument }];
  });
  const properties = named.map(({ name, argument }) => {
    const title = stringAt(argument, 'title');
    const description = stringAt(argument, 'description');
    const about = {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
    };
    return [name, { type: 'string', ...about }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: named.filter(({ argument }) => argument.required === true).map(({ name }) => name),
  };
}
