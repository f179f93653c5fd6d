/** A report for people, before a writer makes it text for a terminal, an answer for an agent, or Markdown. */
export type Document = {
  /** Empty for none. */
  readonly title: string;
  readonly blocks: readonly Block[];
};

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  | { readonly kind: 'counts'; readonly of: string; readonly counts: readonly Count[] }
  /** The head is empty if the cells say what they are. */
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly Row[] }
  /** Lines as they were on the wire. */
  | { readonly kind: 'code'; readonly text: string }
  | ({ readonly kind: 'section' } & Document);

/** A labeled line; one without a label goes on with the one before. `isRaw`: it stands for itself, as on the wire. */
export type Field = { readonly label: string; readonly text: string; readonly isRaw?: boolean };
type Count = readonly [name: string, count: number];
type Row = readonly (string | number)[];

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

/** Labeled lines; those without a text are left out. */
export function fields(all: readonly Field[]): Block {
  return { kind: 'fields', fields: all.filter(({ text }) => text !== '') };
}

/** A part with a title. */
export function section(title: string, blocks: readonly Block[]): Block {
  return { kind: 'section', title, blocks };
}

/** The same, or nothing if it would be empty. */
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
