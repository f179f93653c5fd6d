import type { ReactNode } from 'react';

type Props = { readonly className: string | undefined; readonly children: ReactNode };

/** A box that scrolls by itself, and so takes the focus: arrow keys must be able to scroll it. */
export function ScrollBox({ className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={className} tabIndex={0}>
      {children}
    </div>
  );
}
