import { describe, expect, it } from 'vitest';
import { redactedCopy } from './redacted-document.ts';
import { redactRecords } from './redactor.ts';

const GITHUB = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const FRAME = `{"method":"tools/call","params":{"arguments":{"password":"hunter2","pin":1,"token":"${GITHUB}"}}}`;

describe('a copy', () => {
  it('of a frame is what an export writes of it', () => {
    const record = { type: 'frame', seq: 1, at: 0, session: 's1', direction: 'client-to-server' } as const;
    const [exported] = [...redactRecords([{ ...record, raw: FRAME }])];
    expect(redactedCopy(FRAME)).toEqual({
      text: exported?.type === 'frame' ? exported.raw : undefined,
      secrets: 2,
    });
  });

  it('of a report reads the frames in it as JSON, and its prose as text', () => {
    const report = `### tools/call\n\n\`\`\`json\n${FRAME}\n\`\`\`\n\nlogin as /home/alice/notes with api_key=Zk3v9QpL2xT8\n`;
    const { text, secrets } = redactedCopy(report);
    expect(secrets).toBe(4);
    expect(text).not.toMatch(/hunter2|ghp_|alice|Zk3v9/);
    expect(text).toMatch(/^### tools\/call\n\n```json\n\{"method":"tools\/call".*"pin":1/);
    expect(text.split('\n')).toHaveLength(report.split('\n').length);
  });

  it('of rows of the log reads the JSON after the time', () => {
    const rows = `10:41:02.114  server  {"args":"{\\"secret\\":482911}"}\n10:41:02.115  server  plain`;
    expect(redactedCopy(rows)).toEqual({ text: rows.replace('482911', '\\"<redacted:1>\\"'), secrets: 1 });
  });

  it('knows a secret that only a frame beside it names', () => {
    const line = 'the login with Zk3v9QpL2xT8 failed';
    expect(redactedCopy(line)).toEqual({ text: line, secrets: 0 });
    expect(redactedCopy(line, ['{"session_token":"Zk3v9QpL2xT8"}'])).toEqual({
      text: 'the login with <redacted:1> failed',
      secrets: 1,
    });
  });

  it('follows a private key over its lines, between lines of JSON', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----';
    const { text } = redactedCopy(`{"a":1}\n${key}\n{"b":2}\n`);
    expect(text).not.toMatch(/MIIE|hkiG/);
    expect(text).toMatch(/^\{"a":1\}\n.*\n\{"b":2\}\n$/s);
  });

  it('counts equal secrets once, and none that were replaced before', () => {
    expect(redactedCopy(`${GITHUB} ${GITHUB} <redacted:3>`)).toEqual({
      text: '<redacted:4> <redacted:4> <redacted:3>',
      secrets: 1,
    });
  });
});
