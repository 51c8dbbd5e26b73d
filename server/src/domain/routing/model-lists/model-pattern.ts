import { type ProposalKind, patternWildcard } from '@turnpike/contract/routing/model-lists'

type Matches = (name: string) => boolean

/** Whether a whole name matches a pattern. Each part is searched for once, from left to right. */
export function matcherOf(pattern: string): Matches {
  const [first = '', ...others] = pattern.split(patternWildcard)
  const last = others.pop()
  if (last === undefined) return (name) => name === pattern
  return (name) => {
    const end = name.length - last.length
    if (end < first.length || !name.startsWith(first) || !name.endsWith(last)) return false
    let from = first.length
    for (const part of others) {
      const at = name.indexOf(part, from)
      if (at < 0 || at + part.length > end) return false
      from = at + part.length
    }
    return true
  }
}

/** Whether a name matches one of several patterns. */
export function anyOf(patterns: Iterable<string>): Matches {
  const exact = new Set<string>()
  const matchers: Matches[] = []
  for (const pattern of patterns)
    if (pattern.includes(patternWildcard)) matchers.push(matcherOf(pattern))
    else exact.add(pattern)
  return (name) => exact.has(name) || matchers.some((matches) => matches(name))
}

type IgnoredRow = { channel_id: number; kind: ProposalKind; pattern: string }
export type IsIgnored = (kind: ProposalKind, model: string) => boolean

/** Whether proposals of a channel are ignored, by its own patterns or by those for all channels. */
export function ignoredBy(rows: readonly IgnoredRow[], channelId: number): IsIgnored {
  const patternsOf = (wanted: ProposalKind) =>
    rows
      .filter(({ channel_id, kind }) => kind === wanted && (channel_id === 0 || channel_id === channelId))
      .map(({ pattern }) => pattern)
  const matches = { appeared: anyOf(patternsOf('appeared')), vanished: anyOf(patternsOf('vanished')) }
  return (kind, model) => matches[kind](model)
}
