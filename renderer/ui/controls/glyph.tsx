type Props = { readonly path: string; readonly width?: number };

/** The picture of a button; its words are the button's. */
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
