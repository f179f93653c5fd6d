import { useMemo } from 'react';
import { HOST_RULES } from '../../app/explain/host-advice.ts';
import type { HostTable } from '../../app/hosts/lens/host-table.ts';
import { DOES, remedyText } from '../../app/hosts/tools/fault-text.ts';
import { readToolErrors, type ToolError } from '../../app/hosts/tools/provider-error.ts';
import { namesOf, placesOf, type SentTool, sentTools } from '../../app/hosts/tools/tool-traits.ts';
import { useLoaded } from '../state/host/host.ts';
import { showDialog, useActiveSession } from '../state/screen/screen-store.ts';
import { loggedList } from '../state/server/load-list.ts';
import { pageKey, useSidebar } from '../state/server/sidebar-store.ts';
import { useHostTable } from '../state/session/use-host-lens.ts';
import { Button, Card, kit } from '../ui/kit.tsx';

/** Explains a pasted message of a host or model provider about a tool, and finds the session's tool. */
export function ToolErrors({ text }: { readonly text: string }) {
  const table = useHostTable((state) => state.table);
  const errors = useMemo(() => readToolErrors(table, text), [table, text]);
  return errors.map((error) => <OneError key={error.text} error={error} table={table} />);
}

function OneError({ error, table }: { readonly error: ToolError; readonly table: HostTable }) {
  const { rows, text } = error;
  const [row] = rows;
  if (row === undefined) return null;
  const names = rows.map(
    ({ of }) => [...table.hosts, ...table.providers].find(({ id }) => id === of)?.name ?? of,
  );
  return (
    <Card title={HOST_RULES.L06.titleOfAll} aside={names.join(', ')}>
      <p className={kit.code}>{text}</p>
      <p>
        {names.join(', ')} {DOES[row.does]}. {remedyText(row)}
      </p>
      <p className={kit.note}>
        {row.source}, {row.asOf}
      </p>
      <MeantTools error={error} />
    </Card>
  );
}

function MeantTools({ error }: { readonly error: ToolError }) {
  const info = useActiveSession();
  const session = info?.session ?? '';
  const loaded = useLoaded(session, () => loggedList(session, 'tools'), 0, null);
  if (info === undefined || loaded === undefined || !loaded.ok) return null;
  const tools = sentTools(loaded.value.items);
  const meant = meantTools(error, tools, info.server?.name ?? '');
  if (meant.length === 0) return <p>The tools of the open session have nothing of the kind.</p>;
  const open = (name: string) => {
    useSidebar.setState(({ chosen }) => ({ chosen: { ...chosen, [pageKey(session, 'tools')]: name } }));
    showDialog('model-tools');
  };
  return (
    <p>
      In the open session {meant.length === 1 ? 'it is' : 'it may be'}{' '}
      {meant.map(({ name, index }) => (
        <Button key={name} look="link" onClick={() => open(name)}>
          {name}
          {error.index === index && ' (at that place of the list)'}
        </Button>
      ))}
      .{error.index !== undefined && ' The number counts the tools of the host and of other servers as well.'}
    </p>
  );
}

/** The tools that match the message: the named one, else all, starting with the one at its position. */
export function meantTools(
  error: ToolError,
  tools: readonly SentTool[],
  server: string,
): readonly SentTool[] {
  const context = { names: namesOf(tools), server };
  const fitting = tools.filter((tool) =>
    error.rows.some(({ when }) => placesOf(when, tool, context).length > 0),
  );
  const isNamed = ({ name }: SentTool) => name !== '' && error.tool.endsWith(name);
  const named = error.tool === '' ? [] : fitting.filter(isNamed);
  if (named.length > 0) return named;
  return fitting.toSorted((a, b) => Number(b.index === error.index) - Number(a.index === error.index));
}
