import { isJsonObject, type JsonObject, stringAt } from '../base/json-value.ts';
import { ELICITATION_CREATE, SAMPLING_CREATE_MESSAGE } from './methods.ts';

/**
 * The part of a capability that a request of a server uses and the session does not declare, such as
 * `sampling.tools`; empty for none. A client has to refuse such a request with -32602 (2025-11-25,
 * client/sampling.mdx "Tools in Sampling"; client/elicitation.mdx "Error Handling").
 */
export function undeclaredPart(method: string, params: JsonObject, capabilities: JsonObject): string {
  if (method === SAMPLING_CREATE_MESSAGE) {
    const { sampling } = capabilities;
    const usesTools = params.tools !== undefined || params.toolChoice !== undefined;
    return usesTools && isJsonObject(sampling) && !isJsonObject(sampling.tools) ? 'sampling.tools' : '';
  }
  if (method !== ELICITATION_CREATE || !isJsonObject(capabilities.elicitation)) return '';
  const { form, url } = capabilities.elicitation;
  if (stringAt(params, 'mode') === 'url') return isJsonObject(url) ? '' : 'elicitation.url';
  // An empty object declares forms alone, as it did before there were modes.
  return isJsonObject(form) || !isJsonObject(url) ? '' : 'elicitation.form';
}
