import { z } from 'zod';

const LISTED = 5;

/** What a schema of the SDK refuses, in words: where in the value, and why. */
export function schemaRefusal(error: z.core.$ZodError): string {
  const listed = error.issues.slice(0, LISTED).map((issue) => `${placeOf(issue.path)}: ${whyOf(issue)}`);
  const more = error.issues.length - listed.length;
  return more > 0 ? `${listed.join('; ')}; and ${more} more` : listed.join('; ');
}

/** The error where it is one of zod's, whichever of its builds the SDK brought. */
export function asSchemaError(error: unknown): z.core.$ZodError | undefined {
  if (error instanceof z.core.$ZodError) return error;
  const named = error instanceof Error && error.name.includes('ZodError') && 'issues' in error;
  return named && Array.isArray(error.issues) ? (error as unknown as z.core.$ZodError) : undefined;
}

function placeOf(path: readonly PropertyKey[]): string {
  const words = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return words.join('').replace(/^\./, '') || 'the result';
}

function whyOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') return 'fits none of the shapes that the client knows';
  return issue.message.replace(/^Invalid input: /, '');
}
