import type { Row } from '../../../app/frame/row.ts';

/** Drawn in the second column: which way a frame went, or what a row is instead of a frame. */
export function RowOrigin({ row }: { readonly row: Row }) {
  return (
    <svg
      aria-hidden="true"
      width="14"
      height="12"
      viewBox="0 0 14 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={pathOf(row)} />
    </svg>
  );
}

function pathOf(row: Row): string {
  switch (row.kind) {
    case 'frame':
      return row.direction === 'client-to-server'
        ? 'M2 6h10M8.5 2.5 12 6 8.5 9.5'
        : 'M12 6H2M5.5 2.5 2 6l3.5 3.5';
    case 'stderr':
      return 'M3 3h8M3 6h8M3 9h5';
    case 'process':
      return 'M7 1.5v4.2M4.2 3.2a4.3 4.3 0 1 0 5.6 0';
    case 'client':
      return 'M7 3.4v2.8l1.8 1.3M7 1.4a4.6 4.6 0 1 0 .01 0';
    case 'mark':
      return 'M4 11V1.5h6.5L8.6 4l1.9 2.5H4';
    case 'dropped':
      return 'M3.5 3.5 10.5 9M10.5 3.5 3.5 9';
  }
}
