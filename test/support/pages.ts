interface Page<Item> {
  items: Item[]
  total: number
  nextCursor: string | null
}

/** Reads a list page by page to its end. `totals` are the different totals of its pages. */
export async function readPages<Item>(ask: (cursor: { cursor?: string }) => Promise<Page<Item>>) {
  const items: Item[] = []
  const totals = new Set<number>()
  let cursor: string | null = null
  do {
    const page: Page<Item> = await ask(cursor ? { cursor } : {})
    items.push(...page.items)
    totals.add(page.total)
    cursor = page.nextCursor
  } while (cursor)
  return { items, totals: [...totals] }
}
