import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, jsonText } from '../../base/json-value.ts';
import { hostTable, parseOwnHosts } from '../../hosts/lens/host-table.ts';
import { judgeList, takerOf } from '../../hosts/tools/tool-judge.ts';
import { namesOf, placesOf, sentTools } from '../../hosts/tools/tool-traits.ts';
import { buildListSurvey, LIST_SHAPES, listRows } from './list-survey.ts';
import { markersIn } from './markers.ts';
import { measuredHost, withMeasuredRows } from './measured-file.ts';
import { listProgress, progressLines, SurveyProgress } from './survey-progress.ts';
import { listStartText, listSurveyTools } from './survey-tools.ts';

const survey = buildListSurvey('a', LIST_SHAPES);
const host = measuredHost(hostTable(), { name: 'new-host', version: '1.0' }, 'a', '2026-11-27');
const EMPTY = { hosts: [], rows: [] };

/** What follows if the host passes a tool on in this way; undefined for not at all. */
function measured(passedOn: (sent: JsonObject) => JsonObject | undefined, lost: readonly string[] = []) {
  const own = buildListSurvey('a', LIST_SHAPES, lost);
  const progress = new SurveyProgress(own);
  for (const { tool, sent, isLost } of own.cases) {
    progress.called(tool);
    progress.reported(`${tool}: ${isLost ? 'none' : jsonText(passedOn(sent) ?? 'none')}`);
  }
  return { progress, ...listRows(progress.findings, host.origin) };
}

const without = (keyword: string) => (sent: JsonObject) => {
  const { [keyword]: _, ...inputSchema } = isJsonObject(sent.inputSchema) ? sent.inputSchema : {};
  return { ...sent, inputSchema };
};

describe('the survey of lists', () => {
  test.each(survey.cases)('$tool has what its row is about, and its markers in its own text', (one) => {
    const tools = sentTools([one.sent]);
    const [tool] = tools;
    const context = { names: namesOf(tools), server: '' };
    expect(tool && placesOf(one.when, tool, context)).not.toEqual([]);
    const known = new Set(survey.markers.keys());
    const words = one.markers.map(({ word }) => word).sort();
    expect([...markersIn(jsonText(one.sent), known)].sort()).toEqual(words);
    expect(words).not.toEqual([]);
  });

  test('has each keyword for which a provider refuses what no host repairs', () => {
    const keywords = survey.cases.flatMap(({ when }) => (when.has === 'keyword' ? when.keywords : []));
    const common = hostTable().toolRows.filter(({ common }) => common);
    const asked = common.flatMap(({ when }) => (when.has === 'keyword' ? when.keywords : []));
    expect(asked.filter((keyword) => !keywords.includes(keyword))).toEqual([]);
  });

  test('of a host that passes on everything says that everything is kept', () => {
    const { toolRows, progress } = measured((sent) => sent);
    expect(new Set(toolRows.map(({ does }) => does))).toEqual(new Set(['keeps']));
    expect(toolRows).toHaveLength(LIST_SHAPES.length);
    expect(progressLines(progress).join(' ')).toContain('The survey is complete.');
  });

  test('tells a keyword that is dropped from a tool that is lost, and rows say the same in the lens', () => {
    const { toolRows, notes } = measured(
      (sent) => (sent.description === undefined ? undefined : without('anyOf')(sent)),
      ['tuple'],
    );
    expect(notes).toContain('Without the keyword: survey-list-root-any-of.');
    expect(notes).toContain('Lost: survey-list-no-description.');
    expect(notes).toContain('Lost with all others: survey-list-tuple.');
    const file = withMeasuredRows(EMPTY, host, [], toolRows);
    const own = parseOwnHosts(jsonText(file));
    if (!own.ok) throw new Error(own.error.join());
    const table = hostTable([own.value]);
    const taker = takerOf(table, { host: 'new-host', version: '1.0' });
    const outcomeOf = (name: string) => {
      const sent = survey.cases.filter(({ tool }) => tool === `survey-list-${name}`).map((one) => one.sent);
      return taker && judgeList(sentTools(sent), taker, table, '').tools.map(({ outcome }) => outcome);
    };
    expect(['root-any-of', 'no-description', 'root-one-of', 'tuple'].map(outcomeOf)).toEqual([
      ...[['changed'], ['lost'], ['reaches'], ['lost']],
    ]);
    expect(withMeasuredRows(own.value, host, [], toolRows).toolRows).toHaveLength(toolRows.length);
  });

  test('counts before what the built-in table says of the same keyword at the same host, and of no other', () => {
    const known = measuredHost(hostTable(), { name: 'claude-code', version: '2.1.300' }, 'a', '2026-11-27');
    const { progress } = measured((sent) => sent);
    const kept = listRows(progress.findings, known.origin).toolRows.filter(
      ({ when }) => when.has === 'keyword' && when.keywords.includes('anyOf'),
    );
    const own = parseOwnHosts(jsonText(withMeasuredRows(EMPTY, known, [], kept)));
    if (!own.ok) throw new Error(own.error.join());
    const outcomeOf = (name: string, files: Parameters<typeof hostTable>[0]) => {
      const sent = survey.cases.filter(({ tool }) => tool === `survey-list-${name}`).map((one) => one.sent);
      const table = hostTable(files);
      const taker = takerOf(table, { host: 'claude-code', version: '2.1.300' });
      return taker && judgeList(sentTools(sent), taker, table, '').tools[0]?.faults.map(({ by }) => by);
    };
    expect(outcomeOf('root-any-of', [])).toEqual(['Claude Code']);
    // The host keeps it, so that what the provider behind it does counts.
    expect(outcomeOf('root-any-of', [own.value])).toEqual(['Anthropic API']);
    expect(outcomeOf('root-one-of', [own.value])).toEqual(['Claude Code']);
  });

  test('leaves a shape open that arrived in part, and one of which nothing was reported', () => {
    const { notes } = measured((sent) => ({ ...sent, inputSchema: {} }));
    expect(notes.join(' ')).toMatch(/for which only you can write a row: .*survey-list-tuple/);
    const silent = new SurveyProgress(survey);
    expect(listRows(silent.findings, host.origin)).toEqual({ toolRows: [], notes: [] });
  });

  test('says exactly what became of a tool whose definition was reported whole', () => {
    const shapes = ['unique-items', 'no-items', 'name-space', 'no-properties', 'lookaround', 'tuple'];
    const own = buildListSurvey('a', shapes);
    const progress = listProgress(own);
    // As a request to a model has it, with the body as a text, after a line about something else.
    const passed = (name: string, from: RegExp | string = '', to = '') => {
      const sent = own.cases.find(({ tool }) => name.includes(tool.replace('survey-list-', '')))?.sent;
      const parameters: unknown = JSON.parse(jsonText(sent?.inputSchema).replace(from, to));
      return { type: 'function', function: { name, parameters } };
    };
    const tools = [
      passed('mcp__lab__survey_list_unique-items', ',"uniqueItems":true'),
      passed('mcp__lab__survey_list_no-items', '"type":"array"', '"type":"array","items":{"type":"string"}'),
      passed('lab_survey-list-name-space_with_it'),
      passed('lab_survey-list-no-properties', '}', ',"properties":{}}'),
      passed('lab_survey-list-lookaround', /,"pattern":"[^"]*"/),
    ];
    progress.reported(`${jsonText({ path: '/' })}\n${jsonText({ body: jsonText({ tools }) })}\n`);
    progress.reported('survey-list-tuple: none');
    const { toolRows } = listRows(progress.findings, host.origin);
    expect(toolRows.map(({ does, edit, note }) => [does, edit, note?.slice(0, 7)])).toEqual([
      ['drops-keyword', undefined, undefined],
      ['rewrites', 'add-items', undefined],
      ['rewrites', 'rename', undefined],
      ['rewrites', 'add-properties', undefined],
      ['drops-keyword', undefined, undefined],
      ['drops-tool', undefined, 'Markers'],
    ]);
  });

  test('neither sends nor asks for a shape that leaves no tool', () => {
    const lost = buildListSurvey('a', ['tuple', 'no-items'], ['tuple']);
    expect(listSurveyTools(lost).map(({ name }) => name)).toEqual([
      ...['survey-start', 'survey-list-no-items', 'survey-report'],
    ]);
    expect(listStartText(lost)).not.toContain('tuple');
  });
});
