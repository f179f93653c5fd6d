import type { RuleCase } from './rule-case.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** What a list announces. */
export const LIST_CASES: readonly RuleCase[] = [
  {
    rule: 'A01',
    severity: 'advice',
    fires: (s) =>
      s
        .handshake()
        .listTools(
          { name: 'draw', inputSchema: object({ on: { $ref: '#/$defs/Screen' } }) },
          { name: 'fill', outputSchema: object({ on: { $ref: '#/definitions/Screen' } }) },
        ),
    when: 'on a reference that leads somewhere, to true, or to another document',
    misses: (s) =>
      s.handshake().listTools({
        name: 'draw',
        inputSchema: object(
          {
            on: { $ref: '#/$defs/Screen' },
            any: { $ref: '#/$defs/Any' },
            far: { $ref: 'https://schemas.example/screen.json#/$defs/x' },
          },
          { $defs: { Screen: { type: 'string' }, Any: true } },
        ),
      }),
  },
  {
    rule: 'A02',
    severity: 'advice',
    fires: (s) =>
      s.handshake().listTools({
        name: 'walk',
        inputSchema: object(
          { to: { $ref: '#/$defs/a' } },
          { $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } },
        ),
      }),
    when: 'on a tree, whose reference to itself goes one step into the value',
    misses: (s) =>
      s.handshake().listTools({
        name: 'walk',
        inputSchema: object(
          { to: { $ref: '#/$defs/node' } },
          { $defs: { node: object({ next: { $ref: '#/$defs/node' } }) } },
        ),
      }),
  },
  {
    rule: 'A03',
    severity: 'advice',
    fires: (s) =>
      s.handshake().listTools({
        name: 'find',
        inputSchema: object({ by: { type: 'string', pattern: '^(?P<year>[0-9]+)$' } }),
      }),
    when: 'on a pattern of JavaScript',
    misses: (s) =>
      s.handshake().listTools({
        name: 'find',
        inputSchema: object({ by: { type: 'string', pattern: '^(?<year>[0-9]+)$' } }),
      }),
  },
  {
    rule: 'A04',
    severity: 'info',
    fires: (s) =>
      s.handshake().listTools({
        name: 'page',
        inputSchema: object({ size: { type: 'integer', minimum: 1, default: 0 } }),
      }),
    when: 'on a default that fits, and on null for an argument that may be left out',
    misses: (s) =>
      s.handshake().listTools({
        name: 'page',
        inputSchema: object({
          size: { type: 'integer', minimum: 1, default: 10 },
          filter: { type: 'string', default: null },
        }),
      }),
  },
  {
    rule: 'A05',
    severity: 'advice',
    fires: (s) => s.handshake('2025-11-25').listTools({ name: 'Create CIFS Share' }, { name: 'ok' }),
    when: 'on dots, hyphens and 128 characters',
    misses: (s) => s.handshake('2025-11-25').listTools({ name: 'a.b-c' }, { name: 'x'.repeat(128) }),
  },
  {
    rule: 'A05',
    severity: 'advice',
    fires: (s) => s.handshake('2025-11-25').listTools({ name: 'add' }, { name: 'add' }),
    when: 'where the revision says nothing of names',
    misses: (s) => s.handshake('2025-06-18').listTools({ name: 'add' }, { name: 'add' }),
  },
];
