import { useState } from 'react'

/** A field whose text differs from the price that the draft holds, or that is being typed in. */
type Entry = {
  text: string
  problem?: string | undefined
  /** The price that was probably meant. */
  meant?: string | undefined
  /** The question is asked once the field loses the focus. */
  isLeft?: boolean
}
type Entries = Readonly<Record<string, Entry>>

export type Typing = ReturnType<typeof useTyping>

/** The texts of the fields as they are typed, and what is wrong with them. Without an entry, a field shows the draft. */
export function useTyping() {
  const [entries, setEntries] = useState<Entries>({})
  const without = (id: string) => setEntries(({ [id]: _, ...others }) => others)
  const change = (id: string, part: Partial<Entry>) =>
    setEntries((before) => {
      const entry = before[id]
      return entry ? { ...before, [id]: { ...entry, ...part } } : before
    })
  return {
    textOf: (id: string) => entries[id]?.text,
    problemOf: (id: string) => entries[id]?.problem,
    questionOf: (id: string) => (entries[id]?.isLeft ? entries[id]?.meant : undefined),
    type: (id: string, entry: Entry) => setEntries((before) => ({ ...before, [id]: entry })),
    /** A field without a problem shows the price in the draft again. */
    leave(id: string) {
      const entry = entries[id]
      if (entry && !entry.problem && !entry.meant) without(id)
      else change(id, { isLeft: true })
    },
    forget: without,
    /** Drops what was typed in the fields of a tier. */
    forgetTier: (tier: string) =>
      setEntries((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !id.startsWith(`${tier}.`)))),
    forgetAll: () => setEntries({}),
    /** Whether a field has a problem or an open question; asks the questions. */
    hasProblems(): boolean {
      setEntries((before) =>
        Object.fromEntries(Object.entries(before).map(([id, entry]) => [id, { ...entry, isLeft: true }])),
      )
      return Object.values(entries).some(({ problem, meant }) => problem !== undefined || meant !== undefined)
    },
  }
}
