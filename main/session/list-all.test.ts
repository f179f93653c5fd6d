import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../app/protocol/session-settings.ts';
import { listAll, type ProtocolClient } from './protocol-client.ts';

/** A server whose every page has the same number of tools, up to `pages` pages. */
function listing(
  perPage: number,
  pages: number,
): { client: Pick<ProtocolClient, 'listPage'>; asked: () => number } {
  let asked = 0;
  const tools = Array.from({ length: perPage }, (_, index) => ({ name: `t${index}` }));
  const listPage: ProtocolClient['listPage'] = async () => {
    asked += 1;
    const next = asked < pages ? { nextCursor: `page ${asked}` } : {};
    return { result: { tools, ...next }, failure: '', seq: asked } as unknown as Awaited<
      ReturnType<ProtocolClient['listPage']>
    >;
  };
  return { client: { listPage }, asked: () => asked };
}

describe('a whole list', () => {
  it('may come in one page of more items than a call takes arguments', async () => {
    const { items, failure } = await listAll(listing(400_000, 1).client, 'tools', DEFAULT_SETTINGS);
    expect(items).toHaveLength(400_000);
    expect(failure).toBe('');
  });

  it('ends with a sentence at the page that makes it too long to be shown at once', async () => {
    const { client, asked } = listing(30_000, 50);
    const { items, pages, failure } = await listAll(client, 'tools', DEFAULT_SETTINGS);
    expect([items.length, pages, asked()]).toEqual([120_000, 4, 4]);
    expect(failure).toContain('100,000 items or more');
  });

  it('ends if the cursors come round, at whatever distance', async () => {
    const asked: (string | undefined)[] = [];
    const listPage: ProtocolClient['listPage'] = async (_method, cursor) => {
      asked.push(cursor);
      return { result: { tools: [], nextCursor: cursor === 'a' ? 'b' : 'a' }, failure: '', requestSeq: 1 };
    };
    const { pages, failure } = await listAll({ listPage }, 'tools', DEFAULT_SETTINGS);
    expect([pages, asked]).toEqual([3, [undefined, 'a', 'b']]);
    expect(failure).toContain('the same cursor twice');
  });
});
