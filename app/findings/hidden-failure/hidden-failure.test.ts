import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hiddenFailureOf } from './hidden-failure.ts';
import { evaluateHiddenFailures, halfOf, readCases } from './testing/hidden-failure-cases.ts';

const CASES = readCases(readFileSync(new URL('./testing/texts.jsonl', import.meta.url), 'utf8'));

const of = (text: string, name = 'add', args: object = {}) =>
  hiddenFailureOf({ content: [{ type: 'text', text }] }, { name, arguments: args });

describe('failures inside ok results', () => {
  it.each(['tuning', 'kept apart'] as const)(
    'are found in the half %s, and hardly anything else is',
    (half) => {
      const { precision, recall, kindRight } = evaluateHiddenFailures(
        CASES.filter((one) => halfOf(one) === half),
      );
      expect(precision).toBeGreaterThanOrEqual(0.99);
      expect(recall).toBeGreaterThanOrEqual(0.88);
      expect(kindRight).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('are likely, with the place and the words that show it', () => {
    expect(of('{"success":false,"error":"no such item"}')).toEqual({
      kind: 'failure',
      certainty: 'likely',
      evidence: {
        where: 'content[0].text.success',
        excerpt: '{"success":false,"error":"no such item"}',
        why: 'success is false',
      },
    });
    expect(of('Request failed with status code 403')?.evidence.where).toBe('content[0].text');
  });

  it.each(['status', 'code', 'result', 'error', 'message', 'success', 'errors', 'failed', 'count', 'items'])(
    'are read though %s is an object that cannot become a text',
    (name) => {
      const odd = { toString: 1, valueOf: null, constructor: null };
      const content = [{ type: 'text', text: "OPS-14 is already in 'Done', nothing to do." }];
      for (const value of [odd, [odd], { [name]: odd }]) {
        const result = { content, structuredContent: { [name]: value } };
        expect(() => hiddenFailureOf(result, { name: 'move', arguments: {} })).not.toThrow();
      }
    },
  );

  it('are partial if some of what was asked for succeeded', () => {
    const list = '[{"id":1,"ok":true},{"id":2,"ok":false},{"id":3,"ok":true}]';
    expect(of(list, 'close', { ids: [1, 2, 3] })).toMatchObject({
      kind: 'partial',
      evidence: { why: '1 of 3 of what was asked for failed' },
    });
  });

  it('are weighed by what the tool is for and by what it was asked', () => {
    expect(of('Failed to connect', 'read_file', { path: 'message.txt' })).toBeUndefined();
    expect(of('File not found: message.txt', 'read_file', { path: 'message.txt' })).toBeDefined();
    expect(of('Error: boom', 'echo', { message: 'Error: boom' })).toBeUndefined();
    expect(of('Error: boom', 'start', {})).toBeDefined();
    expect(of('[{"id":1,"status":"error"}]', 'list_jobs')).toBeUndefined();
  });

  it('are read from what is said of the deed that the tool is named after', () => {
    expect(of('{"racked":false,"litres":224}', 'rack', { barrel: 3 })?.kind).toBe('failure');
    expect(of('Barrel 3 could not be racked.', 'rack', { barrel: 3 })?.kind).toBe('failure');
    expect(of('Pump 2 stopped.', 'stop_pump', { pump: 2 })).toBeUndefined();
    expect(of('211 accepted, 9 rejected', 'tally')).toBeUndefined();
    expect(of('No keys are missing.', 'keys')).toBeUndefined();
  });

  it('are not seen in what a tool was asked to end, to decide or to sort', () => {
    expect(of('{"subscribed":false}', 'unsubscribe', { email: 'a@b.example' })).toBeUndefined();
    expect(of('{"subscribed":false}', 'subscribe', { email: 'a@b.example' })?.kind).toBe('failure');
    expect(of('{"approved":false,"reason":"over budget"}', 'approve_or_reject', { id: 3 })).toBeUndefined();
    expect(of('{"accepted":290,"rejected":10}', 'sort_eggs', { tray: 3 })).toBeUndefined();
    expect(of('{"sent":290,"failed":10}', 'send_letters', { list: 3 })?.kind).toBe('partial');
    expect(of('{"archived":[],"message":"No orders are that old"}', 'archive_orders')).toBeUndefined();
  });

  it('are not seen in what a command or a query of the caller printed, unless the shell or the database says so', () => {
    const cat = { command: 'cat press.log' };
    expect(of('06:31 ERROR upload failed: 503', 'run_command', cat)).toBeUndefined();
    expect(
      of('{"success":false,"error":"INVALID"}', 'run_command', { command: 'cat a.json' }),
    ).toBeUndefined();
    expect(of('cat: press.log: No such file or directory', 'run_command', cat)?.kind).toBe('failure');
    expect(of('fatal: not a git repository', 'bash', { command: 'git status' })?.kind).toBe('failure');
    const query = { sql: 'select note from deliveries' };
    expect(of('note\nrefused, could not be delivered', 'run_sql', query)).toBeUndefined();
    expect(of('ERROR: relation "deliveries" does not exist', 'run_sql', query)?.kind).toBe('failure');
  });

  it('are not seen in trials, in states that were asked for, on lists, or where something was made up for', () => {
    expect(of('Nothing was changed.', 'simulate_decision', { id: 3 })).toBeUndefined();
    expect(of('Dry run: 2 would be rejected. Nothing was sent.', 'send', { dry_run: true })).toBeUndefined();
    expect(of('{"id":7,"status":"denied","reason":"late"}', 'refund_status', { id: 7 })).toBeUndefined();
    expect(of('Ann is not on the list.', 'blacklist', { name: 'Ann' })).toBeUndefined();
    expect(of('OPG-0987: 28 teeth, 2 missing', 'report', { image: 'OPG-0987' })).toBeUndefined();
    const to = { to: ['bell', 'ortega'] };
    expect(of('Sent to 2 (ortega by e-mail, because the SMS failed)', 'notify', to)).toBeUndefined();
  });

  it('are read from what an answer that brings nothing says by that', () => {
    const wanted = { locker: 'L-5' };
    expect(of('{"locker":"L-5","found":false}', 'get_locker', wanted)?.kind).toBe('failure');
    expect(of('{"locker":"L-5","found":false}', 'find_locker', wanted)).toBeUndefined();
    expect(of('{"code":"CONSENT_MISSING","content":null}', 'get_file')?.kind).toBe('failure');
    expect(of('{"requested_ml":40,"dispensed_ml":0,"fault":"airlock"}', 'dispense_ink')?.kind).toBe(
      'failure',
    );
    expect(of('{"receipt":null,"counter":"closed"}', 'deposit_cash')?.kind).toBe('failure');
  });

  it('are read from what is said of each thing that was asked for', () => {
    const asked = { lots: ['L1', 'L2'] };
    expect(of('L1: 300 bottles\nL2: the corks ran out', 'bottle', asked)?.kind).toBe('partial');
    expect(of('{"bottled":["L1"],"not_bottled":["L2"]}', 'bottle', asked)?.kind).toBe('partial');
    expect(of('L1: locked by the cellar, L2: locked by the cellar', 'bottle', asked)?.kind).toBe('failure');
    expect(of('L1 and L2 bottled, none was lost', 'bottle', asked)).toBeUndefined();
  });

  it('are found in each of several texts', () => {
    const texts = (...all: string[]) =>
      hiddenFailureOf(
        { content: all.map((text) => ({ type: 'text', text })) },
        { name: 'close', arguments: { ids: [1, 2] } },
      );
    expect(texts('Error: locked', 'Error: gone')?.kind).toBe('failure');
    expect(texts('Error: locked', 'closed')?.kind).toBe('partial');
    expect(texts('open', 'closed')).toBeUndefined();
  });

  it('are not looked for in what is no text, and nothing makes the search throw', () => {
    for (const content of [undefined, null, 'Error: x', [], [null], [{ type: 'image', data: 'Error: x' }]]) {
      expect(hiddenFailureOf({ content }, undefined)).toBeUndefined();
    }
    for (const structuredContent of [null, 1, 'Error', [], {}]) {
      expect(hiddenFailureOf({ content: [], structuredContent }, { name: 5 })).toBeUndefined();
    }
  });
});

it('reads an object of 50,000 members within the limit of a test: compared with each other they take minutes', () => {
  const members = Array.from({ length: 50_000 }, (_, index) => [`key ${index}`, index]);
  const result = { content: [], structuredContent: Object.fromEntries(members) };
  expect(hiddenFailureOf(result, { name: 'use', arguments: {} })).toBeUndefined();
});
