/** Where the price of a model in the shipped table was read. */
export type PriceSource = {
  /** `earlier`: the price stems from an earlier edition of the table, and no list confirmed it since. */
  id: string
  name: string
  address?: string
  day: string
}

let sources: ReadonlyMap<string, PriceSource> | undefined

/** Undefined for a model that the shipped table does not have. */
export async function sourceOfPrice(model: string): Promise<PriceSource | undefined> {
  sources ??= await readSources()
  return sources.get(model)
}

async function readSources(): Promise<ReadonlyMap<string, PriceSource>> {
  const { default: lists } = await import('./price-sources.json', { with: { type: 'json' } })
  return new Map(lists.flatMap(({ models, ...source }) => models.map((model) => [model, source])))
}
