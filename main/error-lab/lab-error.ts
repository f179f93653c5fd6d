import type { JsonObject } from '../../app/base/json-value.ts';

/** What the SDK's server turns into a JSON-RPC error: it takes `code` and `data` from what is thrown. */
export class LabError extends Error {
  override readonly name = 'LabError';
  readonly code: number;
  readonly data: JsonObject | undefined;

  constructor(code: number, message: string, data?: JsonObject) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
