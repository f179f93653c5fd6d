import type { SavedFilter } from '../../../app/contract/search-commands.ts';

/** Filters that everyone needs sooner or later. */
export const BUILT_IN_FILTERS: readonly SavedFilter[] = [
  { name: 'Errors only', text: 'tier:tool,protocol,client,transport' },
  { name: 'Slow calls', text: 'dur:>1s' },
  { name: 'Large frames', text: 'size:>100kb' },
  { name: 'Never answered', text: 'outcome:pending,lost,timed-out,cancelled' },
  { name: 'Rows with findings', text: 'rule:*' },
  { name: 'Calls with stderr', text: 'has:stderr' },
  { name: 'By hand, and provoked by it', text: 'is:by-hand,provoked' },
  { name: 'Asked by the server', text: 'kind:request dir:in' },
  { name: 'Without pings and notifications', text: '-method:ping -kind:notification' },
];
