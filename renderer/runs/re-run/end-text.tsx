import { codeName } from '../../../app/codes/code-name.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { Outcome } from '../../../app/frame/row.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { kit, TierMark } from '../../ui/kit.tsx';

type ShownEnd = {
  readonly tier: Tier;
  readonly outcome: Outcome | '';
  /** The code as JSON text; empty for none. */
  readonly code: string;
  readonly text: string;
};

type Props = { readonly end: ShownEnd; readonly method: string; readonly context: LookupContext };

/** How an exchange ended, in the tier's colour: its outcome, and a code with its name. */
export function EndLabel({ end, method, context }: Props) {
  const { tier, outcome, code, text } = end;
  const seen = { ...context, message: text, method, ...(tier === 'ok' ? {} : { tier }) };
  const label = outcome === '' ? tier : outcome;
  return (
    <span
      className={`${kit.inline} ${kit.truncate} ${kit.strong} ${kit.tier}`}
      data-tier={tier}
      title={text === '' ? label : `${label}: ${text}`}
    >
      <TierMark tier={tier} />
      {label}
      {code === '' ? null : (
        <span className={kit.truncate}>
          {code} {codeName(code, seen)}
        </span>
      )}
    </span>
  );
}
