/** A type as it is written in JSON, where patterns are texts: "/source/flags". */
export type PatternsAsText<Value> = Value extends RegExp
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: PatternsAsText<Value[Key]> }
    : Value;

/** A value from JSON, with each text that is a pattern compiled. */
export function withPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPatterns);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPatterns(inner)]));
  const [, source, flags] = (typeof value === 'string' && /^\/(.+)\/([gimsu]*)$/s.exec(value)) || [];
  return source === undefined ? value : new RegExp(source, flags);
}
