/** The used part of the encoder, which has no types of its own. */
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[];
  type Gif = {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { palette: Palette; delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  };
  const gifenc: {
    GIFEncoder(): Gif;
    quantize(rgba: Uint8Array, colors: number): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
  };
  export default gifenc;
}
