/** A report for people, not yet rendered for a terminal, an agent or Markdown. */
export type Document = {
  /** Empty if there is no title. */
  readonly title: string;
  /** Made as they are written, if there are very many. */
  readonly blocks: Iterable<Block>;
};

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | { readonly kind: 'counts'; readonly of: string; readonly counts: readonly Count[] }
  /** The head is empty if the cells explain themselves. */
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly Row[] }
  /** Lines exactly as they were on the wire. */
  | { readonly kind: 'code'; readonly text: string }
  | ({ readonly kind: 'section' } & Document);

/** A labeled line; an empty label continues the previous line. `isRaw`: shown as code, as it was on the wire. */
export type Field = { readonly label: string; readonly text: string; readonly isRaw?: boolean };
type Count = readonly [name: string, count: number];
type Row = readonly (string | number)[];

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

/** A block of labeled lines; fields with no text are left out. */
export function fields(all: readonly Field[]): Block {
  return { kind: 'fields', fields: all.filter(({ text }) => text !== '') };
}

export function section(title: string, blocks: Iterable<Block>): Block {
  return { kind: 'section', title, blocks };
}

/** A section, or nothing if all of its blocks are empty. */
export function anySection(title: string, blocks: readonly Block[]): Block[] {
  return blocks.every(isEmpty) ? [] : [section(title, blocks)];
}

function isEmpty(block: Block): boolean {
  switch (block.kind) {
    case 'list':
      return block.items.length === 0;
    case 'fields':
      return block.fields.length === 0;
    case 'table':
      return block.rows.length === 0;
    default:
      return false;
  }
}
