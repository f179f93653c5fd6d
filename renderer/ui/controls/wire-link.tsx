import { readUrl } from '../url/url-parts.ts';

/** An address from a server: a link if it is safe, else its text; always shown in full. */
export function WireLink({ url }: { readonly url: string }) {
  const href = safeLink(url);
  if (href === undefined) return <code>{url}</code>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {href}
    </a>
  );
}

/**
 * The address of a link that may be opened from a server's text, or undefined.
 * Only https, and no name before an `@`: that is how a link pretends to lead elsewhere.
 */
export function safeLink(text: string): string | undefined {
  const { href, opens } = readUrl(text);
  return opens === 'plainly' ? href : undefined;
}
