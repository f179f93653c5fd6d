import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookUpText, MAX_PASTE_CHARS } from './look-up-text.ts';
import { templateMatches } from './meaning-evidence.ts';
import { parseOwnVocabulary } from './own-vocabulary.ts';
import { searchCatalog } from './search.ts';
import dialogs from './testing/pasted-dialogs.json' with { type: 'json' };
import pastes from './testing/pastes.json' with { type: 'json' };

function best(text: string): string {
  const [first] = lookUpText(text).matches;
  return first === undefined ? '' : `${first.entry.vocabulary}: ${first.entry.name}`;
}

/** The rows that name no program: that nothing is known, and words that mean the same in any program. */
const OF_NO_PROGRAM = ['tierscope', 'plain-words'];

describe('a text that was pasted', () => {
  it.each(dialogs)('leads from $source to $vocabulary: $name', ({ lines, vocabulary, name }) => {
    expect(best(lines.join('\n'))).toBe(`${vocabulary}: ${name}`);
    const [first] = lookUpText(lines.join('\n')).matches;
    expect(first?.entry.how).not.toBe('');
  });

  it.each(pastes)('of one line means what it means by itself: $text', ({ text }) => {
    expect(lookUpText(text).matches[0]?.entry.id).toBe(searchCatalog(text)[0]?.entry.id);
  });

  it.each([
    'Server exited before responding to `initialize`',
    'Failed to reconnect to weather',
    'MCP server failed to start',
    'Could not attach to MCP server weather',
    'Server transport closed unexpectedly, this is likely due to the process exiting early',
    'Server disconnected',
    'Client closed',
    'MCP error -32000: Connection closed',
    'Failed to parse JSONRPC message from server',
    `Unexpected token 'L', "Listening on"… is not valid JSON`,
    'SSE error: Non-200 status code (405)',
    'Received request before initialization was complete',
    'Tool weigh has an output schema but no structured content was provided',
  ])('says a next step for what hosts say: %s', (sentence) => {
    const [first] = lookUpText(sentence).matches;
    expect(first?.matchedBy).not.toBe('text');
    expect(first?.entry.how ?? '').not.toBe('');
  });

  it.each([
    'No result received from the Claude Desktop app after waiting 4 minutes',
    'timed out awaiting tools/call after 60s',
    'request timeout after 5s',
    'Did not observe any item or terminal signal within 20000ms',
  ])('is a failure of the client if the time of the client was over: %s', (sentence) => {
    expect(lookUpText(sentence).matches[0]?.entry.tier).toBe('client');
  });

  it.each([
    'the moon refused to frobnicate order 17',
    'User 42 not found in the ledger',
    'the limit of the harvest is reached, come back at noon',
    'invalid token, permission denied by the gatekeeper',
  ])('gets no row of a framework in front if nothing shows one: %s', (sentence) => {
    const [first] = lookUpText(sentence).matches;
    expect(OF_NO_PROGRAM).toContain(first?.entry.vocabulary);
    expect(`${first?.entry.whenItAppears} ${first?.entry.how}`).toMatch(/log.*doctor|doctor.*log/);
    const shown = { vocabularies: [{ id: 'mcp-ts-core', confidence: 0.9 }] };
    const rows = lookUpText('invalid token, permission denied by the gatekeeper', shown).matches;
    expect(rows[0]?.entry.vocabulary).toBe('mcp-ts-core');
  });

  it.each([
    ['Could not connect to Ghidra. Make sure the plugin is running.', 'something cannot be reached'],
    ['gardener: the weeding took too long', 'it took too long'],
    ['MCP error -32000: Could not connect to the greenhouse', 'something cannot be reached'],
    ['The tool failed to start: the seed bag is not installed', 'what it names is not there'],
    ['Error: the shed of 7 does not exist', 'what it names is not there'],
    ['gardener: the key of the shed was refused, wrong password', 'credentials'],
    ['seed count must be between 1 and 9', 'a value that it does not take'],
  ])('of no known program is answered by its plain words: %s', (sentence, words) => {
    expect(lookUpText(sentence).matches[0]?.entry.name).toBe(`Words of any program: ${words}`);
  });

  it('is answered by plain words only behind what the catalog knows', () => {
    const { matches } = lookUpText('Could not connect to Ghidra: connect ECONNREFUSED 127.0.0.1:8080');
    expect(matches[0]?.entry.name).toBe('connection refused (ECONNREFUSED)');
    expect(matches.map(({ entry }) => entry.vocabulary)).toContain('plain-words');
  });

  it('takes a line for no error that its level calls none, unless it speaks of a failure', () => {
    const said = '2026-01-14 10:26:20.295 [info] Palisade lookup in progress for garden, waiting';
    expect(lookUpText(said).matches[0]?.entry.name).toBe('A log line, not an error');
    for (const level of [
      '[info] Palisade refused the garden',
      '[warning] Palisade lookup in progress for garden',
    ])
      expect(OF_NO_PROGRAM).toContain(lookUpText(level).matches[0]?.entry.vocabulary);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"License gone"}}', -32603],
    ['body: {"error":{"code":-32021,"message":"Tool wipe not found"}}', -32021],
    ['{"id":1,"error":{"code":-32602,"message":"Conflict in the ledger"}}', -32602],
  ])('is decided by the code in its JSON: %s', (pasted, code) => {
    expect(lookUpText(pasted).matches[0]?.entry.code).toBe(code);
  });

  it('names no single meaning of a number that many use, if the message tells nothing', () => {
    const [first] = lookUpText('{"error":{"code":-32000,"message":"The ledger is closed"}}').matches;
    expect(first?.entry.kind).toBe('range');
  });

  it('takes no status of HTTP in JSON for a code of MCP', () => {
    const codes = lookUpText('{"error":{"code":404,"message":"no such ledger here"}}').matches;
    expect(OF_NO_PROGRAM).toContain(codes[0]?.entry.vocabulary);
  });

  it.each([
    'status code 418',
    'status: 418',
    'HTTP/1.1" 418',
    'Error code: 418 - busy',
    '"statusCode":418',
    'Non-200 status code (418)',
    'HTTP status client error (418',
    'responded with 418',
    '418 <!DOCTYPE html>',
  ])('reads a status of HTTP in every spelling: %s', (spelling) => {
    expect(templateMatches('HTTP 418', spelling)).toBe(true);
  });

  it.each([
    'returned 418 rows',
    'response 418ms later',
    'got 418.5',
    '{"code":418}',
    'port 418',
    'error 4180',
  ])('reads no status out of a quantity, a port or a code of its own: %s', (text) => {
    expect(templateMatches('HTTP 418', text)).toBe(false);
  });

  it('reads an exit code in every spelling, but not the start of a longer one', () => {
    for (const spelling of ['exited with code 42', 'exit status: 42', 'exitCode: 42', '"exit_code":42'])
      expect(templateMatches('exit code 42', spelling)).toBe(true);
    expect(templateMatches('exit code 42', 'exit code 421')).toBe(false);
  });

  it.each([
    ['ProtocolError: Garden.enable timed out', 'it took too long'],
    ['GardenException: ValueError: the seed count must be between 1 and 9', 'a value that it does not take'],
    ['Processing request 4: the weeder has terminated', 'a process failed'],
  ])('is read by its reason, not by the class or the report around it: %s', (sentence, words) => {
    expect(lookUpText(sentence).matches[0]?.entry.name).toBe(`Words of any program: ${words}`);
  });

  it('takes a line that is a part of an SDK’s sentence for that sentence only if nothing knows it whole', () => {
    expect(best('Failed to create client')).toBe('hosts: The host could not connect to the server');
  });

  it('tells a command that is missing from a file that is missing', () => {
    const gone = 'No such file or directory (os error 2)';
    expect(best(`Could not run extension command (\`uvxx seeds\`): ${gone}`)).toBe(
      'processes: command not found (ENOENT)',
    );
    expect(best(`could not read the list of seeds: ${gone}`)).toBe('processes: a file is missing');
  });

  it('rules a row out by words on another line', () => {
    const npx = '- /home/me/.npm/_npx/1f/node_modules/seeds/index.js';
    expect(best(`Error: Cannot find module './weeds'\nRequire stack:\n${npx}`)).toBe(
      'processes: npx cache is damaged',
    );
    expect(best("Error: Cannot find module './weeds'\nRequire stack:\n- /srv/seeds/index.js")).toBe(
      'processes: Cannot find module',
    );
  });

  it('means the same in another case, with curly quotes, and wrapped by a terminal', () => {
    expect(best('COULDN’T REACH THE MCP SERVER')).toBe('hosts: claude.ai cannot reach the server');
    expect(best('MCP tool "a" response (9 tokens) exceeds\n   maximum allowed\n   tokens (5)')).toBe(
      'hosts: Result larger than the host takes',
    );
  });

  it('puts the reason before the sentences around it, wherever it stands', () => {
    const reason = 'connect ECONNREFUSED 127.0.0.1:9';
    for (const around of [
      'Failed to connect to MCP server "a": X',
      'X\nServer disconnected',
      '[MCP][a] Connection failed: X',
    ])
      expect(best(around.replace('X', reason))).toBe('processes: connection refused (ECONNREFUSED)');
  });

  it('is read up to a limit, however long it is, and says so', () => {
    const text = 'MCP error -32000: Connection closed\n'.repeat(300_000);
    const { matches, isCut, readChars } = lookUpText(text);
    expect({ isCut, readChars }).toEqual({ isCut: true, readChars: MAX_PASTE_CHARS });
    expect(matches[0]?.entry.name).toContain('ConnectionClosed');
    expect(lookUpText('x'.repeat(MAX_PASTE_CHARS)).isCut).toBe(false);
  });

  it('knows a message by a part of it that is too long to be chance', () => {
    const first = (text: string) => lookUpText(text).matches[0]?.entry.name;
    expect(first('no back-channel for server-initiated requests')).toBe('NoBackChannelError');
    expect(first('nothing like a back-channel for requests')).toBe('Nothing is known of this sentence');
  });

  it('lists the reason before the sentence with which a host passes it on', () => {
    const names = lookUpText('Server disconnected\nspawn uvx ENOENT').matches.map(({ entry }) => entry.name);
    expect(names.indexOf('command not found (ENOENT)')).toBe(0);
    expect(names).toContain('Server disconnected');
  });

  it('says that nothing is known of words that SDKs share and mean differently, unless one is shown', () => {
    const first = (text: string) => lookUpText(text).matches[0]?.entry;
    const said = "Run failed: {'code': 'server_error', 'message': 'Sorry, something went wrong.'}";
    expect(OF_NO_PROGRAM).toContain(first(said)?.vocabulary);
    expect(lookUpText(said).matches.map(({ entry }) => entry.vocabulary)).toContain('hermes');
    expect(first(`Hermes.MCP ${said}`)?.vocabulary).toBe('hermes');
    // These mean the same.
    expect(first('Error initializing MCP server: Connection closed')?.name).toBe('CONNECTION_CLOSED');
  });

  it('takes a short sentence of an SDK inside a long foreign line for chance, and at its end for the cause', () => {
    const first = (text: string) => lookUpText(text).matches[0]?.entry.name;
    const said =
      'plugin host: stderr of job 7: An error occurred. Exiting with status 1, please see the log of the day';
    expect(first(said)).toBe('Words of any program: it failed and does not say why');
    expect(first('tool call failed for state/write, caused by something else: Transport closed')).toBe(
      'Transport closed',
    );
  });

  it('keeps to one vocabulary, to a limit, and knows the user’s own', () => {
    const text = 'Server disconnected\nacme is out of widgets';
    const own = parseOwnVocabulary(
      JSON.stringify({
        id: 'acme',
        name: 'Acme',
        reasons: [{ reason: 'no_widgets', meaning: 'Empty.', messages: ['acme is out of widgets'] }],
      }),
    );
    if (!own.ok) throw new Error('the vocabulary was refused');
    const options = { own: [own.value], vocabulary: 'acme', limit: 1 };
    expect(lookUpText(text, options).matches.map(({ entry }) => entry.name)).toEqual(['no_widgets']);
  });

  it('never throws, gives no entry twice, and ranks by its scores', () => {
    const part = fc.constantFrom(
      ...dialogs.flatMap(({ lines }) => lines),
      '{',
      '{"error":',
      '\u001b[31m',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string())), (lines) => {
        const { matches } = lookUpText(lines.join('\n'));
        const ids = matches.map(({ entry }) => entry.id);
        expect(new Set(ids).size).toBe(ids.length);
        const scores = matches.filter(({ contrast }) => !contrast).map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((left, right) => right - left));
      }),
    );
  });
});
