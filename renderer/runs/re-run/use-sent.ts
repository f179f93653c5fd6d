import { useEffect, useState } from 'react';
import type { SendAgainState, SentView } from '../../../app/contract/send-again-commands.ts';
import { host, settled } from '../../state/host/host.ts';

const PAGE = 500;

export type Sent = {
  readonly items: readonly SentView[];
  readonly fault: string;
  /** Shows more rows. */
  more(): void;
};

/** The requests of a run and how they ended, read again while it goes on. */
export function useSent(session: string, run: SendAgainState): Sent {
  const [limit, setLimit] = useState(PAGE);
  const [sent, setSent] = useState<{ items: readonly SentView[]; fault: string }>({ items: [], fault: '' });
  const step = `${run.run} ${run.state} ${run.sent} ${limit}`;
  useEffect(() => {
    let current = true;
    void settled(host().readSendAgain({ session, from: 0, limit: Math.min(limit, 1000) })).then((page) => {
      if (!current) return;
      setSent((before) =>
        page.ok ? { items: page.value.items, fault: '' } : { ...before, fault: page.error },
      );
    });
    return () => {
      current = false;
    };
  }, [session, step]);
  return { ...sent, more: () => setLimit(limit + PAGE) };
}
