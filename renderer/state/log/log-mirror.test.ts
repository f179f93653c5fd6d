import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '../../../app/base/result.ts';
import { runs } from '../../../app/base/testing/runs.ts';
import type { RowPage } from '../../../app/contract/commands.ts';
import type { LogState } from '../../../app/contract/session-info.ts';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { blockOf } from '../../../app/frame/testing/table-of.ts';
import { noCounts } from '../../../app/session/exchange.ts';
import { LogMirror } from './log-mirror.ts';

function row(seq: number, change: Partial<Row> = {}): Row {
  return { ...emptyRow({ seq, at: seq * 10, session: 's1' }, 'frame'), text: `row ${seq}`, ...change };
}

/** A host with one log that grows and changes as the test wants. */
class FakeHost {
  readonly rows: Row[] = [];
  readonly changed: number[] = [];
  readonly asked: { from: number; patchesFrom: number }[] = [];
  pageRows = 3;

  get state(): LogState {
    return {
      session: 's1',
      length: this.rows.length,
      patches: this.changed.length,
      counts: noCounts(),
      dropped: 0,
      findings: 0,
    };
  }

  grow(count: number): void {
    for (let turn = 0; turn < count; turn += 1) this.rows.push(row(this.rows.length + 1));
  }

  change(index: number, change: Partial<Row>): void {
    const before = this.rows[index];
    if (before === undefined) return;
    this.rows[index] = { ...before, ...change };
    this.changed.push(index);
  }

  page(from: number, patchesFrom: number): RowPage {
    this.asked.push({ from, patchesFrom });
    const patchesTo = Math.min(patchesFrom + this.pageRows, this.changed.length);
    return {
      ...this.state,
      from,
      rows: blockOf(this.rows.slice(from, from + this.pageRows)),
      changed: blockOf(this.changed.slice(patchesFrom, patchesTo).flatMap((index) => this.rows[index] ?? [])),
      patchesTo,
    };
  }
}

type Read = (from: number, patchesFrom: number) => Promise<Result<RowPage>>;

function mirrorOf(host: FakeHost, read?: Read) {
  const faults: string[] = [];
  const mirror = new LogMirror({
    session: 's1',
    read: ({ from, patchesFrom }) =>
      read === undefined ? Promise.resolve(ok(host.page(from, patchesFrom))) : read(from, patchesFrom),
    readFar: async (seqs) =>
      ok({ rows: blockOf(seqs.flatMap((seq) => host.rows.find((row) => row.seq === seq) ?? [])) }),
    onChange: () => undefined,
    onFault: (sentence) => faults.push(sentence),
    yieldTurn: () => Promise.resolve(),
  });
  return { mirror, faults };
}

/** Runs every pending promise. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function texts(mirror: LogMirror): string[] {
  return Array.from({ length: mirror.length }, (_, index) => mirror.table.row(index)?.text ?? '');
}

describe('a log mirror', () => {
  it('reads page by page until it is up to date', async () => {
    const host = new FakeHost();
    host.grow(10);
    const { mirror } = mirrorOf(host);
    mirror.heard(host.state);
    await settle();
    expect(mirror.upToDate).toBe(true);
    expect(texts(mirror)).toEqual(host.rows.map((one) => one.text));
    expect(host.asked.map((asked) => asked.from)).toEqual([0, 3, 6, 9]);
  });

  it('has one request in flight, however often the log grows meanwhile', async () => {
    const host = new FakeHost();
    const answers: (() => void)[] = [];
    const { mirror } = mirrorOf(host, (from, patchesFrom) => {
      const page = host.page(from, patchesFrom);
      return new Promise((resolve) => answers.push(() => resolve(ok(page))));
    });
    for (let turn = 0; turn < 5; turn += 1) {
      host.grow(1);
      mirror.heard(host.state);
    }
    expect(answers).toHaveLength(1);
    for (let turn = 0; turn < 8; turn += 1) {
      answers.shift()?.();
      await settle();
    }
    expect(texts(mirror)).toEqual(host.rows.map((one) => one.text));
  });

  it('asks for the page after a full one before it works on that, and misses no change between them', async () => {
    const host = new FakeHost();
    host.pageRows = 2500;
    host.grow(9000);
    const heldWhenAsked: number[] = [];
    const { mirror } = mirrorOf(host, async (from, patchesFrom) => {
      heldWhenAsked.push(from - mirror.length);
      const page = host.page(from, patchesFrom);
      if (from >= 5000) return ok(page);
      host.change(from, { text: `changed after page ${from}` });
      host.change(3, { text: `changed with page ${from}` });
      return ok(page);
    });
    mirror.heard(host.state);
    await settle();
    mirror.heard(host.state);
    await settle();
    expect(heldWhenAsked.slice(0, 4)).toEqual([0, 2500, 2500, 2500]);
    expect(texts(mirror)).toEqual(host.rows.map((one) => one.text));
  });

  it('skips rows that a page brings twice', async () => {
    const host = new FakeHost();
    host.grow(6);
    const { mirror } = mirrorOf(host, (from, patchesFrom) =>
      Promise.resolve(ok(host.page(Math.max(0, from - 2), patchesFrom))),
    );
    mirror.heard(host.state);
    await settle();
    expect(texts(mirror)).toEqual(host.rows.map((one) => one.text));
  });

  it('ignores a change of a row that it does not hold yet: the row comes changed', async () => {
    const host = new FakeHost();
    host.grow(8);
    host.change(7, { text: 'changed', tier: 'protocol' });
    const { mirror } = mirrorOf(host);
    mirror.heard(host.state);
    await settle();
    expect(mirror.rowOf(8)).toMatchObject({ text: 'changed', tier: 'protocol' });
  });

  it('gives the same object for a row until it changes', async () => {
    const host = new FakeHost();
    host.grow(2);
    const { mirror } = mirrorOf(host);
    mirror.heard(host.state);
    await settle();
    const before = mirror.rowOf(1);
    expect(mirror.rowOf(1)).toBe(before);
    host.change(0, { outcome: 'timed out', tier: 'client' });
    mirror.heard(host.state);
    await settle();
    expect(mirror.rowOf(1)).not.toBe(before);
    expect(mirror.rowOf(1)?.outcome).toBe('timed out');
  });

  it('holds the last rows of a long log, and reads earlier ones as they are asked for', async () => {
    const host = new FakeHost();
    host.pageRows = 2500;
    host.grow(30_000);
    const { mirror } = mirrorOf(host);
    mirror.heard(host.state);
    await settle();
    expect([mirror.length, mirror.upToDate, host.asked[0]?.from]).toEqual([30_000, true, 10_000]);
    expect(mirror.rowOf(7)).toBeUndefined();
    expect((await mirror.fetchRow(7))?.text).toBe('row 7');
    expect(mirror.rowOf(7)).toBe(mirror.rowOf(7));
    expect(await mirror.fetchRow(99_999)).toBeUndefined();
    host.change(6, { text: 'changed' });
    host.grow(15_000);
    mirror.heard(host.state);
    await settle();
    expect([mirror.length, mirror.rowOf(7)?.text]).toEqual([45_000, 'changed']);
    // A long table is trimmed, and still matches the host's.
    const { table } = mirror;
    expect(table.length).toBeLessThan(40_000);
    expect(table.row(table.length - 1)?.text).toBe('row 45000');
    expect(mirror.rowOf(45_000 - table.length + 1)?.text).toBe(`row ${45_000 - table.length + 1}`);
  });

  it('reads a row that it has not heard of yet, and asks again for one that the log had not yet', async () => {
    const host = new FakeHost();
    const { mirror } = mirrorOf(host);
    host.grow(2);
    expect((await mirror.fetchRow(2))?.text).toBe('row 2');
    expect(await mirror.fetchRow(3)).toBeUndefined();
    mirror.heard(host.state);
    await settle();
    host.grow(2);
    expect((await mirror.fetchRow(3))?.text).toBe('row 3');
    host.change(2, { text: 'changed' });
    mirror.heard(host.state);
    await settle();
    expect([mirror.length, mirror.rowOf(3)?.text]).toEqual([4, 'changed']);
  });

  it('takes nothing from an answer to the connection that was lost', async () => {
    const host = new FakeHost();
    host.grow(3);
    const late: ((page: Result<RowPage>) => void)[] = [];
    let lost = true;
    const { mirror } = mirrorOf(host, (from, patchesFrom) =>
      lost ? new Promise((resolve) => late.push(resolve)) : Promise.resolve(ok(host.page(from, patchesFrom))),
    );
    mirror.heard(host.state);
    lost = false;
    mirror.resume(host.state);
    await settle();
    late[0]?.(ok(host.page(0, 0)));
    await settle();
    expect(texts(mirror)).toEqual(['row 1', 'row 2', 'row 3']);
  });

  it('does not ask forever if a host reports rows that it does not give', async () => {
    const host = new FakeHost();
    host.grow(2);
    const { mirror } = mirrorOf(host, () =>
      Promise.resolve(ok({ ...host.page(0, 0), rows: blockOf([]), patchesTo: 0 })),
    );
    mirror.heard(host.state);
    await settle();
    expect(host.asked).toHaveLength(1);
  });

  it('reports why a page was refused, and asks again when the log grows', async () => {
    const host = new FakeHost();
    host.grow(1);
    let refuse = true;
    const { mirror, faults } = mirrorOf(host, (from, patchesFrom) =>
      Promise.resolve(refuse ? err('no such session') : ok(host.page(from, patchesFrom))),
    );
    mirror.heard(host.state);
    await settle();
    refuse = false;
    host.grow(1);
    mirror.heard(host.state);
    await settle();
    expect(faults).toEqual(['no such session']);
    expect(mirror.length).toBe(2);
  });

  it('is up to date with its host in the end, whatever the order of growth, changes and reconnects', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant('change' as const), at: fc.nat(60) }),
      fc.constant({ kind: 'reconnect' as const }),
      fc.constant({ kind: 'settle' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const host = new FakeHost();
        const { mirror } = mirrorOf(host);
        for (const [turn, one] of steps.entries()) {
          if (one.kind === 'grow') host.grow(one.count);
          if (one.kind === 'change') host.change(one.at, { text: `change ${turn}` });
          if (one.kind === 'reconnect') mirror.resume(host.state);
          else mirror.heard(host.state);
          if (one.kind === 'settle') await settle();
        }
        mirror.heard(host.state);
        await settle();
        expect(texts(mirror)).toEqual(host.rows.map((one) => one.text));
      }),
      { numRuns: runs(60) },
    );
  });
});
