import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../state/log/log-view.ts';
import { columnTemplate, durationShare, messageSpan, possibleWidth, shownColumns } from './log-header.tsx';
import { tailStart } from './row-message.tsx';

describe('the columns of a log', () => {
  it('give way to the target and the outcome where there is little room, whatever the user shows', () => {
    expect(shownColumns([], 900)).toEqual(COLUMNS);
    expect(shownColumns([], 450)).toEqual(['time', 'message', 'duration', 'outcome']);
    expect(shownColumns([], 340)).toEqual(['message', 'outcome']);
    expect(shownColumns([...COLUMNS], 900)).toEqual(['message', 'outcome']);
  });

  it('have the widths that a user gave them, and one for each cell of a row', () => {
    const shown = shownColumns([], 900);
    expect(columnTemplate(shown, { size: 90 }, 900, false)).toContain(' 90px ');
    const count = (template: string) => template.replace(/\([^)]*\)/g, '').split(' ').length;
    expect(count(columnTemplate(shown, {}, 900, false))).toBe(shown.length + 1);
    expect(count(columnTemplate(shown, {}, 900, true))).toBe(shown.length + 2);
    expect([possibleWidth(-5), possibleWidth(120.4), possibleWidth(1e9)]).toEqual([40, 120, 900]);
  });

  it('let a message reach as far as its row leaves them empty', () => {
    const shown = shownColumns([], 900);
    expect(messageSpan(shown, 'id')).toBe(1);
    expect(messageSpan(shown, 'size')).toBe(3);
    expect(messageSpan(shown, 'outcome')).toBe(4);
    expect(messageSpan(shown, null)).toBe(5);
    expect(messageSpan(['message', 'outcome'], 'size')).toBe(1);
  });
});

it('the bar of a duration is never so short that it cannot be seen, and is whole from a minute on', () => {
  expect(durationShare(-1)).toBe(0);
  expect(durationShare(0)).toBeGreaterThan(0);
  expect(durationShare(10)).toBeLessThan(durationShare(100));
  expect([durationShare(60_000), durationShare(1e9)]).toEqual([1, 1]);
});

it('a path is cut in its middle: its last parts stay, unless they are long', () => {
  const tail = (text: string) => text.slice(tailStart(text));
  expect(tail('demo://resource/static/text/abc')).toBe('/text/abc');
  expect(tail('file:///etc/shadow')).toBe('/shadow');
  expect(tail('read-note')).toBe('');
  expect(tail('https://example.com/')).toBe('');
  expect(tail(`demo://a/${'x'.repeat(40)}`)).toBe('');
});
