import { formatCount } from '@turnpike/contract/quota'

/** An input length as price lists write it: `200K`, `1M`. A number that is not round is written in full. */
export function lengthText(tokens: number): string {
  if (tokens % 1_000_000 === 0) return `${formatCount(tokens / 1_000_000)}M`
  return tokens % 1000 === 0 ? `${formatCount(tokens / 1000)}K` : formatCount(tokens)
}
