import type { LogRow } from '@turnpike/contract/usage/log'

const inputs: ReadonlySet<string> = new Set([
  'input',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'image_input',
  'audio_input',
])

/** The part of the input tokens that came from the provider's cache, 0 to 1. */
export function cachedShare({ detail }: Pick<LogRow, 'detail'>): number {
  const lines = detail?.price.kind === 'tokens' ? detail.price.lines : []
  const sum = (counts: typeof lines) => counts.reduce((all, { count }) => all + count, 0)
  const all = sum(lines.filter(({ name }) => inputs.has(name)))
  return all === 0 ? 0 : sum(lines.filter(({ name }) => name === 'cache_read')) / all
}
