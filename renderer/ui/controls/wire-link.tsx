import { safeLink } from './safe-link.ts';

/** An address from a server: a link where it is safe, else its text; always shown in full. */
export function WireLink({ url }: { readonly url: string }) {
  const href = safeLink(url);
  if (href === undefined) return <code>{url}</code>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {href}
    </a>
  );
}
