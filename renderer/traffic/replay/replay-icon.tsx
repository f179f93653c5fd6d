const PATHS = {
  play: 'M4 2.2v9.6L12 7z',
  pause: 'M3.5 2.5h2.6v9H3.5zM7.9 2.5h2.6v9H7.9z',
  next: 'M3 3v8l5-4zM9 3h1.8v8H9z',
  previous: 'M11 3v8L6 7zM3.2 3H5v8H3.2z',
  'next-error': 'M1.5 3v8l4.6-4zM9 4.2h3L13.4 7 12 9.8H9L7.6 7z',
  'previous-error': 'M12.5 3v8L7.9 7zM2 4.2h3L6.4 7 5 9.8H2L.6 7z',
} as const;

export type ReplayIconName = keyof typeof PATHS;

/** The drawing on a button of the replay bar. */
export function ReplayIcon({ name }: { readonly name: ReplayIconName }) {
  return (
    <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14" fill="currentColor">
      <path d={PATHS[name]} />
    </svg>
  );
}
