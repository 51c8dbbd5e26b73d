import type { Limits } from '@turnpike/contract/routing/limits'
import { useState } from 'react'
import { ownTimeZone } from '../../lib/format/own-time-zone.ts'
import { type LimitProblems, type LimitValues, limitsIn, valuesOf } from './limit-values.ts'

/** The state of one set of limits while it is edited. */
export function useLimitForm(stored: Limits) {
  const [values, setValues] = useState<LimitValues>(() => valuesOf(stored, ownTimeZone()))
  const [isChanged, setIsChanged] = useState(false)
  const [problems, setProblems] = useState<LimitProblems>({})
  return {
    values,
    problems,
    isChanged,
    set(next: LimitValues) {
      setValues(next)
      setIsChanged(true)
      setProblems({})
    },
    /** The limits to save; undefined, with the problems shown, where some field is wrong. */
    read(): Limits | undefined {
      const read = limitsIn(values)
      if ('limits' in read) return read.limits
      setProblems(read.problems)
      return undefined
    },
  }
}
