import { isJsonObject, type JsonObject } from '../../base/json-value.ts';
import { FIRST_STATELESS } from '../../protocol/revisions.ts';
import { statelessOrUnknown } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { errorWith } from '../wire-excerpt.ts';

export const supportedVersionsMissing: Rule = {
  id: 'D02',
  name: 'supported-versions-missing',
  title: '-32022 without data.supported and data.requested',
  source: 'MCP schema/2026-07-28, UnsupportedProtocolVersionError',
  severity: statelessOrUnknown('violation'),
  codes: [-32022],
  checks: {
    error(answer) {
      const data: JsonObject = isJsonObject(answer.error.data) ? answer.error.data : {};
      const supported = isListOfTexts(data.supported);
      const requested = typeof data.requested === 'string';
      if (supported && requested) return undefined;
      const missing = supported
        ? 'data.requested'
        : requested
          ? 'data.supported'
          : 'data.supported and data.requested';
      return {
        explanation: `The server refused the protocol version without ${missing}, so a client cannot choose another and may fall back to initialize.`,
        todo: 'The server must name the versions that it supports and the one that it was asked for.',
        after: errorWith(answer, {
          data: {
            supported: supported ? data.supported : [FIRST_STATELESS],
            requested: requested ? data.requested : '…',
          },
        }),
      };
    },
  },
};

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}
