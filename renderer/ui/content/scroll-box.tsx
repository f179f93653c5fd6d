import type { ReactNode } from 'react';

type Props = {
  readonly className: string | undefined;
  /** The accessible name; without it, the box is no group of its own. */
  readonly label?: string;
  readonly children: ReactNode;
};

/** A box that scrolls by itself, and so takes the focus: arrow keys must be able to scroll it. */
export function ScrollBox({ className, label, children }: Props) {
  const named = label === undefined ? {} : { role: 'group', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={className} tabIndex={0} {...named}>
      {children}
    </div>
  );
}
