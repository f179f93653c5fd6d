import type { ToolReasons } from '../../../app/contract/stats-commands.ts';
import { counted } from '../../ui/format/counted.ts';
import { Card, kit } from '../../ui/kit.tsx';
import type { SessionRead } from './shown-groups.ts';

const MAX_TOOLS = 50;

/** The reasons for which tools say that they may fail, seen and never seen; nothing if no tool declares any. */
export function DeclaredReasons({ sessions }: { readonly sessions: readonly SessionRead[] }) {
  const tools = sessions.flatMap(({ tab, statistics }) =>
    statistics.reasons.map((reasons) => ({ tab, reasons })),
  );
  if (tools.length === 0) return null;
  const seen = tools.flatMap(({ reasons }) => reasons.declared).filter((one) => one.seen > 0).length;
  const all = tools.flatMap(({ reasons }) => reasons.declared).length;
  const shown = [...tools].sort((a, b) => b.reasons.failures - a.reasons.failures).slice(0, MAX_TOOLS);
  return (
    <Card title="Declared failure reasons" aside={`${seen} of ${all} were ever seen`}>
      <dl className={kit.stack}>
        {shown.map(({ tab, reasons }) => (
          <div key={`${tab} ${reasons.tool}`}>
            <dt className={`${kit.mono} ${kit.strong}`}>
              {reasons.tool} <span className={kit.note}>{counted(reasons.failures, 'failure')} read</span>
            </dt>
            <dd>
              <Reasons reasons={reasons} />
            </dd>
          </div>
        ))}
      </dl>
      {tools.length > MAX_TOOLS && (
        <p className={kit.note}>{tools.length - MAX_TOOLS} more tools declare reasons.</p>
      )}
    </Card>
  );
}

function Reasons({ reasons }: { readonly reasons: ToolReasons }) {
  return (
    <ul className={kit.wrap}>
      {reasons.declared.map(({ reason, when, seen }) => (
        <li key={reason} className={kit.tag} title={when} data-tone={seen > 0 ? 'warning' : 'none'}>
          {reason} <span>{seen === 0 ? 'never seen' : `×${seen.toLocaleString('en')}`}</span>
        </li>
      ))}
      {reasons.undeclared.map(({ reason, seen }) => (
        <li key={reason} className={kit.tag} data-tone="error" title="The tool does not declare this reason.">
          {reason} <span>×{seen.toLocaleString('en')}, not declared</span>
        </li>
      ))}
    </ul>
  );
}
