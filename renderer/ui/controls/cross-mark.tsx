/** The cross of what closes, dismisses or removes; the control around it says which. */
export function CrossMark() {
  return (
    <svg aria-hidden="true" width="9" height="9" viewBox="0 0 8 8" stroke="currentColor" strokeWidth="1.2">
      <path d="M1 1l6 6M7 1 1 7" strokeLinecap="round" />
    </svg>
  );
}
