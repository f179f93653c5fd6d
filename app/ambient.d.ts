// The few globals of every JavaScript runtime that app/ may use, without the types of Node or the DOM.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
declare class TextEncoder {
  encodeInto(text: string, to: Uint8Array): { readonly read: number; readonly written: number };
  encode(input?: string): Uint8Array;
}
declare function btoa(data: string): string;
declare function atob(data: string): string;

/** Provided by the bundler: every file that matches a pattern, read at build time. */
interface ImportMeta {
  glob<Module>(
    pattern: string,
    options: { readonly eager: true; readonly import?: string; readonly query?: string },
  ): Record<string, Module>;
}
