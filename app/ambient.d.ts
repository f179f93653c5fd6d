// The few globals that every JavaScript runtime has and that app/ may use: neither Node's nor the DOM's types.
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

/** The bundler's: every file that fits a pattern, read when the program is built. */
interface ImportMeta {
  glob<Module>(
    pattern: string,
    options: { readonly eager: true; readonly import: string; readonly query?: string },
  ): Record<string, Module>;
}
