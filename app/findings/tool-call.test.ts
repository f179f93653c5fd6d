import { describe, expect, it } from 'vitest';
import { errorText } from './error-text.ts';
import { saysNotInitialized, speaksOfHandshake } from './tool-call.ts';

describe('an error that speaks of the handshake', () => {
  it.each([
    'Server not initialized',
    'Not initialized',
    'Invalid Request: Server is not initialized',
    'HTTP 400: Bad Request: Server not initialized',
    'Invalid Request Server not initialized',
    "The session hasn't been initialized",
    'Client is not yet initialized',
    'Received request before initialization was complete',
    'method "tools/list" is invalid during session initialization',
    'Initialization not complete',
  ])('says so: %s', (text) => {
    expect(saysNotInitialized(errorText(text))).toBe(true);
    expect(speaksOfHandshake(errorText(text))).toBe(true);
  });

  it.each([
    'The connection pool was not initialized',
    "Cannot access 'rows' before initialization",
    'Database initialization is not complete',
    'variable not initialized in line 7',
  ])('is none if something of the tool’s own is meant: %s', (text) => {
    expect(speaksOfHandshake(errorText(text))).toBe(false);
  });

  it('may ask for a session, which is no word of a handshake that was lost', () => {
    const text = errorText('A valid session id is REQUIRED for non-initialize requests.');
    expect(speaksOfHandshake(text)).toBe(true);
    expect(saysNotInitialized(text)).toBe(false);
  });
});
