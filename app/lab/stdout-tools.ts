import { labTool } from './lab-tool.ts';

/** What must not be on stdout, and a stdout that ends. */
export const STDOUT_TOOLS = [
  labTool({
    name: 'stdout-noise',
    title: 'A stdout line that is not JSON',
    tier: 'transport',
    outcome: 'malformed',
    callOutcome: 'ok',
    shows: 'A debug line on stdout before a good answer',
  }),
  labTool({
    name: 'stdout-other-json',
    title: 'JSON that is not JSON-RPC',
    tier: 'transport',
    outcome: 'malformed',
    callOutcome: 'ok',
    shows: 'A line of JSON that is no JSON-RPC message, before a good answer',
  }),
  labTool({
    name: 'half-answer',
    title: 'Half an answer',
    tier: 'transport',
    outcome: 'malformed',
    callOutcome: 'timed out',
    needsShortTimeout: true,
    shows: 'An answer cut in the middle, so that its line is not JSON and the call stays unanswered',
  }),
  labTool({
    name: 'two-messages-one-line',
    title: 'Two messages on one line',
    tier: 'transport',
    outcome: 'malformed',
    callOutcome: 'timed out',
    needsShortTimeout: true,
    shows: 'A notification and the answer on one line, which is no JSON as a whole',
  }),
  labTool({
    name: 'close-stdout',
    title: 'Stdout closed, process alive',
    tier: 'transport',
    endsServer: true,
    shows: 'A server that closes its stdout during the call and lives on',
  }),
] as const;
