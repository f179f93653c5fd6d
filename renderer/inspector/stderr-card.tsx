import { Card } from './card.tsx';
import type { ExchangeEvent } from './exchange-events.ts';
import { StderrText } from './stderr-text.tsx';

/** The stderr lines of a call, with how they were attributed to it. */
export function StderrCard({ events }: { readonly events: readonly ExchangeEvent[] }) {
  const lines = events.filter((event) => event.kind === 'stderr');
  if (lines.length === 0) return null;
  const named = lines.filter((line) => line.why.startsWith('names'));
  // Lines that name the call are its own; those around it in time only might be.
  const shown =
    named.length > 0 ? lines.filter((line) => named.includes(line) || follows(line, named)) : lines;
  const count = `${shown.length} ${shown.length === 1 ? 'line' : 'lines'}`;
  return (
    <Card title="stderr of this call" aside={`${count}, ${attribution(shown)}`}>
      <StderrText lines={shown.map((line) => line.text)} />
    </Card>
  );
}

/** Indented lines below a line that names the call (a stack trace) belong to it. */
function follows(line: ExchangeEvent, named: readonly ExchangeEvent[]): boolean {
  return line.why !== '' && named.some((one) => line.seq > one.seq && line.seq - one.seq <= 30);
}

function attribution(lines: readonly ExchangeEvent[]): string {
  return [...new Set(lines.map((line) => line.why))].join(', ');
}
