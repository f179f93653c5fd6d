import { isJsonObject } from '../../base/json-value.ts';
import { FIRST_STATELESS } from '../../protocol/revisions.ts';
import { statelessOrUnknown } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { errorWith } from '../wire-excerpt.ts';

export const versionErrorWithoutList: Rule = {
  id: 'M13',
  name: 'version-error-without-list',
  title: 'initialize was refused without a version to use instead',
  source: 'MCP 2026-07-28, basic/versioning.mdx (SHOULD)',
  severity: statelessOrUnknown('advice'),
  reaction: true,
  checks: {
    error(answer, view) {
      if (answer.method !== 'initialize' || !(view.facts.serverStateless || answer.code === -32022))
        return undefined;
      const { data } = answer.error;
      const listed = isJsonObject(data) && Array.isArray(data.supported) && data.supported.length > 0;
      if (listed || /\d{4}-\d{2}-\d{2}/.test(answer.text.slice(0, 2000))) return undefined;
      return {
        explanation:
          'The server knows no handshake and its error does not say which versions it speaks, so an older client cannot tell its user what to do.',
        todo: 'The server should name them in data.supported and in the message.',
        after: errorWith(answer, {
          code: -32022,
          message: 'initialize is not supported: this server speaks 2026-07-28',
          data: { supported: [FIRST_STATELESS], requested: '…' },
        }),
      };
    },
  },
};
