import { describe, expect, it } from 'vitest';
import { type ParamsFault, paramsFault } from './params-fault.ts';

const LISTED = {
  prompts: {
    find: (name: string) => (name === 'tour' ? { requiredArguments: ['city', 'day'] } : undefined),
  },
  resources: { find: (uri: string) => (uri === 'notes' ? {} : undefined) },
};

function faultOf(method: string, params: unknown): ParamsFault | undefined {
  return paramsFault(method, params, LISTED);
}

describe('the params of a request', () => {
  it.each<[string, unknown]>([
    ['tools/call', { name: 'add' }],
    ['tools/call', { name: 'add', arguments: {} }],
    ['prompts/get', { name: 'other', arguments: { city: 'Oslo' } }],
    ['prompts/get', { name: 'tour', arguments: { city: 'Oslo', day: '1' } }],
    ['resources/read', { uri: 'file:///a' }],
    ['completion/complete', { ref: {}, argument: {} }],
    ['logging/setLevel', { level: 'warning' }],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }],
    ['tools/list', undefined],
    ['a/method/of/its/own', 7],
  ])('of %s are in order: %j', (method, params) => {
    expect(faultOf(method, params)).toBeUndefined();
  });

  it.each<[string, unknown, ParamsFault]>([
    ['tools/call', undefined, { kind: 'missing', member: 'name' }],
    ['tools/call', [], { kind: 'missing', member: 'name' }],
    ['tools/call', { name: 7 }, { kind: 'no-text', member: 'name' }],
    ['tools/call', { name: 'add', arguments: 'oops' }, { kind: 'no-object', member: 'arguments' }],
    ['tools/call', { name: 'add', arguments: null }, { kind: 'no-object', member: 'arguments' }],
    ['prompts/get', { name: 'tour', arguments: {} }, { kind: 'arguments-missing', names: ['city', 'day'] }],
    ['prompts/get', { name: 'x', arguments: { day: 1 } }, { kind: 'argument-no-text', name: 'day' }],
    ['resources/unsubscribe', {}, { kind: 'missing', member: 'uri' }],
    ['resources/read', { uri: 'no scheme' }, { kind: 'no-uri', uri: 'no scheme' }],
    ['completion/complete', { ref: {} }, { kind: 'missing', member: 'argument' }],
    ['logging/setLevel', { level: 'loud' }, { kind: 'no-log-level', level: 'loud' }],
    ['initialize', { protocolVersion: '2025-11-25' }, { kind: 'missing', member: 'capabilities' }],
  ])('of %s are at fault: %j', (method, params, fault) => {
    expect(faultOf(method, params)).toEqual(fault);
  });

  it('name what the server listed as it was listed', () => {
    expect(faultOf('resources/read', { uri: 'notes' })).toBeUndefined();
  });
});
