/** Reads a paged list from its first page to its last. */
export async function everyPage<Item>(
  read: (offset: number) => Promise<{ items: Item[]; total: number }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const { items, total } = await read(all.length);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}
