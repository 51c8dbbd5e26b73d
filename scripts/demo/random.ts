/** Chance with a seed: the same seed gives the same month. */
export type Random = {
  /** 0 ≤ next() < 1 */
  next(): number
  between(low: number, high: number): number
  whole(low: number, high: number): number
  isTrue(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** One of the items, by weight. */
  weighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item
  /** Positive, with a long tail above its median. */
  skewed(median: number, spread?: number): number
  /** How many of many independent events happen, where `mean` are expected. */
  count(mean: number): number
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  /** The generator mulberry32: short, and good enough for a demonstration. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const random: Random = {
    next,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => Math.floor(random.between(low, high + 1)),
    isTrue: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number], // callers pass no empty list
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      const found = items.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (found ?? (items.at(-1) as (typeof items)[number]))[0]
    },
    skewed: (median, spread = 0.6) => median * Math.exp(spread * normal()),
    count: (mean) => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal())),
  }
  return random
}
