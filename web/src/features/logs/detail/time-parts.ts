import type { LogDetail } from '@turnpike/contract/usage/log'

export type TimePart = { name: 'sent' | 'responded' | 'firstToken' | 'rest'; ms: number }

/** The parts of a call's time, one after the other; they add up to the whole. */
export function timeParts({ sent, responded, first_word, total }: NonNullable<LogDetail['timing']>): TimePart[] {
  const moments: [TimePart['name'], number][] = [
    ['sent', sent],
    ['responded', responded],
    ['firstToken', first_word ?? responded],
    ['rest', total],
  ]
  let reached = 0
  const parts = moments.map(([name, at]) => {
    // Clocks are read one after the other: a moment is never before the one that came before it.
    const until = Math.min(Math.max(at, reached), total)
    const part = { name, ms: until - reached }
    reached = until
    return part
  })
  return parts.filter(({ name, ms }) => ms > 0 || name === 'rest')
}
