import { useMemo, useState } from 'react';
import { noNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { textDiff } from '../../../app/analysis/compare/text-diff.ts';
import { jsonStart } from '../../../app/base/json-start.ts';
import { valueAt } from '../../../app/base/json-value.ts';
import { placeText } from '../../../app/base/schema/schema-walk.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { HostTable } from '../../../app/hosts/lens/host-table.ts';
import { evidenceLabel } from '../../../app/hosts/lens/lens.ts';
import { DOES, faultText, remedyText, singleLineMessage } from '../../../app/hosts/tools/fault-text.ts';
import { reducedSchema } from '../../../app/hosts/tools/reduced-schema.ts';
import {
  allTakers,
  judgeList,
  type ListVerdict,
  losingRows,
  type ToolFault,
  type ToolVerdict,
} from '../../../app/hosts/tools/tool-judge.ts';
import { namesOf, placesOf, type SentTool, sentTools } from '../../../app/hosts/tools/tool-traits.ts';
import { useActiveSession } from '../../state/screen/screen-store.ts';
import { pageKey, useSidebar } from '../../state/server/sidebar-store.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';
import { DiffView } from '../../ui/content/diff-view.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { CheckLine, Select } from '../../ui/controls/fields.tsx';
import { Card, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { useList } from '../lists/use-list.ts';
import styles from './model-tools.module.css';
import {
  changeReason,
  grounds,
  outcomeText,
  readSentTools,
  tokensText,
  USUAL,
  useListVerdict,
} from './model-tools.ts';

/** Which tools of the active server reach a model: in the chosen host, and in all hosts with known behavior. */
export function ModelToolsDialog() {
  const info = useActiveSession();
  return (
    <DialogShell title="Which tools reach the model" width={1200}>
      {info === undefined ? (
        <p className={kit.dialog}>Connect to a server to see its tools.</p>
      ) : (
        <ModelTools key={info.session} info={info} />
      )}
    </DialogShell>
  );
}

function ModelTools({ info }: { readonly info: SessionInfo }) {
  const { items: sent } = useList(info, 'tools', readSentTools);
  const tools = useMemo(() => sentTools(sent), [sent]);
  const verdict = useListVerdict(info, sent);
  const { table } = useHostLens(info);
  const first = useSidebar((sidebar) => sidebar.chosen[pageKey(info.session, 'tools')]);
  const [name, setName] = useState(first ?? '');
  const lost = verdict?.tools.find(({ outcome }) => outcome === 'lost')?.tool;
  const tool = tools.find((one) => one.name === name) ?? lost ?? tools[0];
  if (tool === undefined) return <p className={kit.dialog}>The server has listed no tools yet.</p>;
  return (
    <div className={`${kit.dialog} ${kit.stack} ${kit.gap5}`}>
      <p className={kit.mute}>
        {tools.length} tools cost the model {tokensText(tools)}.
        {verdict === undefined && ' Choose a host in the session header to see which of them its model gets.'}
      </p>
      {verdict !== undefined && <HostTools verdict={verdict} tool={tool} onChoose={setName} />}
      <p>
        <Select
          aria-label="Tool"
          value={tool.name}
          onChange={setName}
          options={tools.map((one) => [one.name, one.name] as const)}
        />
      </p>
      <OneTool key={tool.name} tool={tool} tools={tools} verdict={verdict} table={table} info={info} />
    </div>
  );
}

type HostToolsProps = {
  readonly verdict: ListVerdict;
  readonly tool: SentTool;
  readonly onChoose: (name: string) => void;
};

function HostTools({ verdict, tool, onChoose }: HostToolsProps) {
  const columns = useMemo(
    (): readonly Column<ToolVerdict>[] => [
      { head: 'Tool', isName: true, cell: (one) => one.tool.name },
      { head: `In ${verdict.taker.name}`, cell: outcomeText },
      { head: 'Why', cell: (one) => changeReason(one, verdict) },
    ],
    [verdict],
  );
  const first = verdict.tools.filter(({ outcome }) => outcome !== 'reaches');
  const others = verdict.tools.length - first.length;
  return (
    <Card
      title={`In ${verdict.taker.name}`}
      aside={`${others} of ${verdict.tools.length} reach its model as they are`}
    >
      {first.length > 0 && (
        <ScrollBox className={styles.list} label="Tools that do not reach the model as they are">
          <DataTable
            label="Tools that do not reach the model as they are"
            columns={columns}
            rows={first}
            keyOf={(one) => one.tool.index}
            row={(one) => ({
              'aria-current': one.tool === tool,
              onClick: () => onChoose(one.tool.name),
            })}
          />
        </ScrollBox>
      )}
    </Card>
  );
}

type OneToolProps = {
  readonly tool: SentTool;
  readonly tools: readonly SentTool[];
  readonly verdict: ListVerdict | undefined;
  readonly table: HostTable;
  readonly info: SessionInfo;
};

function OneTool({ tool, tools, verdict, table, info }: OneToolProps) {
  const server = info.server?.name ?? '';
  const own = verdict?.tools.find((one) => one.tool.index === tool.index);
  const all = useMemo(
    () => allTakers(table).map((taker) => judgeList(tools, taker, table, server)),
    [table, tools, server],
  );
  return (
    <>
      {own !== undefined && verdict !== undefined && <InHost own={own} verdict={verdict} />}
      <Kept tool={tool} tools={tools} table={table} server={server} host={verdict?.taker.host} />
      <Card title="In all hosts and providers" aside="with a source for each">
        <DataTable
          label={`${tool.name} in all hosts and providers`}
          columns={TAKER_COLUMNS}
          rows={all.map((list) => ({ list, own: list.tools[tool.index] as ToolVerdict }))}
          keyOf={({ list }) => list.taker.host}
          row={({ list }) => ({ 'aria-current': list.taker.host === verdict?.taker.host })}
        />
      </Card>
    </>
  );
}

const TAKER_COLUMNS: readonly Column<{ readonly list: ListVerdict; readonly own: ToolVerdict }>[] = [
  { head: 'Host or provider', isName: true, className: styles.taker, cell: ({ list }) => list.taker.name },
  { head: 'The tool', className: styles.outcome, cell: ({ own }) => outcomeText(own) },
  { head: 'Why', cell: ({ list, own }) => changeReason(own, list) },
  { head: 'Source', cell: ({ own }) => grounds(own).map(sourceText).join('; ') },
];

function sourceText({ row, by }: ToolFault): string {
  return `${evidenceLabel({ name: by }, { row })}: ${row.source}`;
}

/** The chosen host's treatment of the tool: where, its exact words, and the passed parts. */
function InHost({ own, verdict }: { readonly own: ToolVerdict; readonly verdict: ListVerdict }) {
  const { tool, passed } = own;
  const known = grounds(own);
  const { taker } = verdict;
  const diff = useMemo(() => {
    const [before, after] = [tool.sent, passed].map((one) => JSON.stringify(one));
    return before === after ? undefined : textDiff(before ?? '', after ?? '', 'result', noNoise());
  }, [tool, passed]);
  return (
    <Card title={`${tool.name} in ${taker.name}`} aside={outcomeText(own)}>
      {known.length === 0 && <p>{changeReason(own, verdict) || 'Nothing known keeps it from the model.'}</p>}
      <ul className={kit.stack}>
        {known.map((fault) => (
          <li key={`${fault.by} ${faultText(fault)}`}>
            <strong>{fault.by}</strong> {DOES[fault.row.does]}: {faultText(fault)}.
            {fault.row.says !== undefined && (
              <p className={kit.code}>{singleLineMessage(fault, tool, taker)}</p>
            )}
            <Places tool={tool} fault={fault} />
            <p className={kit.note}>
              {sourceText(fault)}
              {fault.row.note !== undefined && `. ${fault.row.note}`}
            </p>
          </li>
        ))}
      </ul>
      {diff !== undefined && <DiffView title="From the server, and as it is passed on" diff={diff} />}
    </Card>
  );
}

const SHOWN_PLACES = 3;
const PLACE_CHARS = 400;

function Places({ tool, fault }: { readonly tool: SentTool; readonly fault: ToolFault }) {
  const shown = fault.places.filter(({ at }) => at[0] !== 'name' && at.length > 0).slice(0, SHOWN_PLACES);
  return shown.map(({ at }) => {
    const { text, isWhole } = jsonStart(valueAt(tool.sent, at), PLACE_CHARS);
    return (
      <p key={at.join('/')} className={kit.code}>
        <strong>{placeText(at).slice(2)}</strong> {text}
        {!isWhole && '…'}
      </p>
    );
  });
}

type KeptProps = Pick<OneToolProps, 'tool' | 'tools' | 'table'> & {
  readonly server: string;
  readonly host: string | undefined;
};

/** A schema that every chosen host and provider accepts, with what it loses. */
function Kept({ tool, tools, table, server, host }: KeptProps) {
  const takers = useMemo(() => allTakers(table), [table]);
  const [chosen, setChosen] = useState<readonly string[]>(
    host === undefined ? USUAL : [...new Set([host, ...USUAL])],
  );
  const context = useMemo(() => ({ names: namesOf(tools), server }), [tools, server]);
  const kept = useMemo(() => {
    const list = takers.filter((taker) => chosen.includes(taker.host));
    return reducedSchema(tool, losingRows(table, list), context);
  }, [takers, chosen, tool, table, context]);
  const text = JSON.stringify(kept.schema, null, 2);
  const isSame = JSON.stringify(tool.sent.inputSchema) === JSON.stringify(kept.schema);
  return (
    <Card title="A schema that all of these keep" aside={isSame ? 'its own' : 'derived from its own'}>
      <div className={styles.takers}>
        {takers.map(({ host: id, name }) => (
          <CheckLine
            key={id}
            checked={chosen.includes(id)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </CheckLine>
        ))}
      </div>
      {kept.losses.length > 0 && (
        <ul className={`${kit.quoted} ${kit.above}`} aria-label="What it gives up">
          {kept.losses.map(({ place, says }) => (
            <li key={`${place} ${says}`}>
              <code>{place}</code> {says}
            </li>
          ))}
        </ul>
      )}
      {kept.left.map((row) => (
        <p key={`${row.of} ${JSON.stringify(row.when)}`} className={`${kit.fault} ${kit.above}`}>
          {takers.find(({ host: id }) => id === row.of)?.name ?? row.of}:{' '}
          {faultText({ row, places: placesOf(row.when, tool, context) })}. No schema helps there.{' '}
          {remedyText(row)}
        </p>
      ))}
      {!isSame && (
        <>
          <ScrollBox className={`${kit.code} ${kit.tall}`} label="The derived schema">
            {text}
          </ScrollBox>
          <CopyButton label="Copy schema" text={() => text} />
        </>
      )}
    </Card>
  );
}
