import { clientsMake } from '../../../app/explain/client-rows.ts';
import type { StoredFailure } from '../../../app/explain/stored-failure.ts';
import { Card, Facts, kit } from '../../ui/kit.tsx';

type Props = { readonly failure: StoredFailure | undefined; readonly cause: string | undefined };

export function ClientsCard({ failure, cause }: Props) {
  const made = failure === undefined || failure.provoked ? undefined : clientsMake(failure, cause ?? '');
  if (made === undefined) return null;
  return (
    <Card title="What official clients make of it">
      <Facts facts={made.clients.map(({ name, does }): [string, string] => [name, does])} />
      <p className={kit.note}>{made.source}.</p>
    </Card>
  );
}
