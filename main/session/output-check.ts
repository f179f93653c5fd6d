import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { isJsonObject } from '../../app/base/json-value.ts';

type Validate = (value: unknown) => { readonly valid: boolean; readonly errorMessage?: string | undefined };

/**
 * Checks the structured content of results against the output schemas of the listed tools, with the
 * validator and in the words of client 2.4.0 (`Client.callTool`), whose own check never sees our calls.
 */
export class OutputCheck {
  readonly #validator = new AjvJsonSchemaValidator();
  readonly #checks = new Map<string, Validate>();

  /** Learns from a page of `tools/list`; a schema that does not compile checks nothing. */
  learn(page: unknown): void {
    const tools = isJsonObject(page) && Array.isArray(page.tools) ? page.tools : [];
    for (const tool of tools) {
      if (!isJsonObject(tool) || typeof tool.name !== 'string') continue;
      this.#checks.delete(tool.name);
      const check = isJsonObject(tool.outputSchema) ? this.#compile(tool.outputSchema) : undefined;
      if (check !== undefined) this.#checks.set(tool.name, check);
    }
  }

  /** The client's objection to a result of this tool; empty where it has none. */
  objection(tool: string, result: unknown): string {
    const check = this.#checks.get(tool);
    if (check === undefined || !isJsonObject(result) || result.isError === true) return '';
    if (result.structuredContent === undefined) {
      return `Tool ${tool} has an output schema but did not return structured content`;
    }
    const { valid, errorMessage } = check(result.structuredContent);
    return valid ? '' : `Structured content does not match the tool's output schema: ${errorMessage ?? ''}`;
  }

  #compile(schema: Readonly<Record<string, unknown>>): Validate | undefined {
    try {
      return this.#validator.getValidator(schema);
    } catch {
      // The tool is listed and can be called all the same.
      return undefined;
    }
  }
}
