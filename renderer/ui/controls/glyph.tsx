type Props = { readonly path: string; readonly width?: number };

/** The icon of a button, which has the accessible name. */
export function Glyph({ path, width = 1.3 }: Props) {
  return (
    <svg
      aria-hidden="true"
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

/** The cross of what closes, dismisses or removes; the control around it says which. */
export function CrossMark() {
  return (
    <svg aria-hidden="true" width="9" height="9" viewBox="0 0 8 8" stroke="currentColor" strokeWidth="1.2">
      <path d="M1 1l6 6M7 1 1 7" strokeLinecap="round" />
    </svg>
  );
}
