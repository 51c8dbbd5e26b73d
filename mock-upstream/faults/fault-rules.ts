import type { Fault, FaultKind, FaultRule, Match, Plan } from './fault.ts'

/** The properties of a call that rules match. */
export type MatchedCall = { key: string; model: string; path: string }

/** The active faults, oldest first. */
export type FaultRules = {
  /** Returns a function that removes the fault. */
  add(rule: FaultRule): () => void
  clear(): void
  list(): FaultRule[]
  /** The faults of this call; undefined without any. Decrements `times` of each. */
  take(call: MatchedCall): Plan | undefined
}

// These faults replace the whole response. A call has at most one of them, and the second waits for the next call.
const replacing: ReadonlySet<FaultKind> = new Set(['status', 'redirect', 'leak', 'error-in-200', 'silent'])
const groupOf = (kind: FaultKind) => (replacing.has(kind) ? 'response' : kind)

export function createFaultRules(): FaultRules {
  let rules: { rule: FaultRule; left: number }[] = []
  return {
    add(rule) {
      const entry = { rule, left: rule.times ?? Number.POSITIVE_INFINITY }
      rules.push(entry)
      return () => {
        rules = rules.filter((each) => each !== entry)
      }
    },
    clear() {
      rules = []
    },
    list: () => rules.map(({ rule, left }) => ({ ...rule, times: Number.isFinite(left) ? left : undefined })),
    take(call) {
      if (rules.length === 0) return undefined
      const taken = new Map<string, Fault>()
      for (const entry of rules) {
        const group = groupOf(entry.rule.fault.kind)
        if (taken.has(group) || !matches(entry.rule.match, call)) continue
        taken.set(group, entry.rule.fault)
        entry.left--
      }
      rules = rules.filter(({ left }) => left > 0)
      if (taken.size === 0) return undefined
      return Object.fromEntries([...taken.values()].map((fault) => [fault.kind, fault])) // keyed by each fault's own kind
    },
  }
}

export const matches = (match: Match = {}, call: MatchedCall): boolean =>
  (match.key === undefined || match.key === call.key) &&
  (match.model === undefined || match.model === call.model) &&
  (match.path === undefined || call.path.startsWith(match.path))
