import type { Fault, FaultKind, FaultRule, Match, Plan } from './fault.ts'

type Struck = { key: string; model: string; path: string }

/** The faults in force, oldest first. */
export type FaultBook = {
  /** Returns a function that takes the fault back. */
  add(rule: FaultRule): () => void
  clear(): void
  list(): FaultRule[]
  /** What strikes this call, used up as far as `times` says; undefined when nothing does. */
  take(call: Struck): Plan | undefined
}

// These decide what the answer is as a whole; two of them cannot both come true, so the second waits for the next call.
const wholeAnswer: ReadonlySet<FaultKind> = new Set(['status', 'redirect', 'leak', 'error-in-200', 'silent'])
const groupOf = (kind: FaultKind) => (wholeAnswer.has(kind) ? 'answer' : kind)

export function createFaultBook(): FaultBook {
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
        if (taken.has(group) || !strikes(entry.rule.match, call)) continue
        taken.set(group, entry.rule.fault)
        entry.left--
      }
      rules = rules.filter(({ left }) => left > 0)
      if (taken.size === 0) return undefined
      return Object.fromEntries([...taken.values()].map((fault) => [fault.kind, fault])) // keyed by each fault's own kind
    },
  }
}

const strikes = (match: Match = {}, call: Struck): boolean =>
  (match.key === undefined || match.key === call.key) &&
  (match.model === undefined || match.model === call.model) &&
  (match.path === undefined || call.path.startsWith(match.path))
