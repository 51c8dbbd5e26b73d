import type { Budget, LimitMeasure, LimitScope, Limits } from '@turnpike/contract/routing/limits'

/** A counter of the ledger and the most it may reach. */
export type Limit = {
  key: string
  max: number
  /** Of a budget of a channel or key: the cost that the call reserves. Other budgets reserve the hold. */
  cost?: number | undefined
}

/** Why a call was refused: a limit, its use, and when enough of it is free again. */
export type LimitHit = Limit & { used: number; resets_at?: number | undefined }

/** The measure, window and subject of a counter. */
export type CounterKey = {
  measure: LimitMeasure
  /** `rolling`, the number of hours, or the time zone of a calendar budget; empty for limits that are no budgets. */
  window: string
  scope: LimitScope
  /** Token id, user id, group and user id, group, channel id, or channel id and key id. */
  subject: string
}

const separator = '|'

/**
 * The name of a counter describes it completely, so that counts of a call can be settled even if its limits have
 * changed. The subject comes last, because a group's name may contain anything.
 */
const textOf = ({ measure, window, scope, subject }: CounterKey) => [measure, window, scope, subject].join(separator)

const parsed = new Map<string, CounterKey>()
const parsedMax = 10_000

export function parseKey(key: string): CounterKey {
  const known = parsed.get(key)
  if (known) return known
  const [measure, window, scope, ...subject] = key.split(separator)
  const read = { measure, window, scope, subject: subject.join(separator) } as CounterKey // only `limitsOf` makes keys
  if (parsed.size >= parsedMax) parsed.clear()
  parsed.set(key, read)
  return read
}

/** The counters of the limits of one token, user, group, channel or key. */
export function limitsOf(scope: LimitScope, subject: string, limits: Limits): Limit[] {
  const { requests_per_minute, tokens_per_minute, calls_at_once, budgets = [] } = limits
  const limit = (measure: LimitMeasure, max: number | undefined): Limit[] =>
    max === undefined ? [] : [{ key: textOf({ measure, window: '', scope, subject }), max }]
  return [
    ...limit('requests', requests_per_minute),
    ...limit('tokens', tokens_per_minute),
    ...limit('calls', calls_at_once),
    ...budgets.map((budget) => ({
      key: textOf({ measure: budget.period, window: windowOf(budget), scope, subject }),
      max: budget.amount,
    })),
  ]
}

function windowOf(budget: Budget): string {
  if (budget.window === 'calendar') return budget.time_zone
  return budget.period === 'hours' ? String(budget.hours) : 'rolling'
}

/**
 * Counters of channels and of their keys: a call takes them for each attempt, and gives them back before the next one.
 */
export function isOfChannel(key: string): boolean {
  const { scope } = parseKey(key)
  return scope === 'channel' || scope === 'key'
}

/** A budget that counts costs. */
export const isCosted = ({ cost }: Limit): boolean => cost !== undefined

/** The channel that a counter of a channel or of its key belongs to. */
export const channelIdOf = (key: string): number => Number(parseKey(key).subject.split(' ')[0])

/** Counters of one user change under the lock of the user's row; these are shared by users. */
export const isShared = (key: string) => parseKey(key).scope === 'group' || isOfChannel(key)

// The form in rows of holds and charges. No name may contain a control character.
export const joinKeys = (keys: readonly string[]) => keys.join('\n')
export const splitKeys = (text: string): string[] =>
  text.includes(columnSeparator) ? readCounters(text).map(({ key }) => key) : linesOf(text)
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

/** The tokens that a running call has reserved of a limit per minute, and their step. */
export type ReservedTokens = { since: number; prompt: number; output: number }
/** A counter in which a hold is counted. */
export type HeldCounter = {
  key: string
  tokens?: ReservedTokens | undefined
  /** What is reserved of a budget of a channel; in the row of a charge, what is counted. */
  cost?: number | undefined
}

const columnSeparator = '\t'

/** The form in the rows of holds and charges: the cost or the tokens, where there are any, follow the key. */
export const writeCounters = (counters: readonly HeldCounter[]): string =>
  joinKeys(
    counters.map(({ key, tokens, cost }) => {
      if (cost !== undefined) return [key, cost].join(columnSeparator)
      return tokens ? [key, tokens.since, tokens.prompt, tokens.output].join(columnSeparator) : key
    }),
  )

export const readCounters = (text: string): HeldCounter[] =>
  linesOf(text).map((line) => {
    const [key = '', first, prompt, output] = line.split(columnSeparator)
    if (first === undefined) return { key }
    if (prompt === undefined) return { key, cost: Number(first) }
    return { key, tokens: { since: Number(first), prompt: Number(prompt), output: Number(output) } }
  })
