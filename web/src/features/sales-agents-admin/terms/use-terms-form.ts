import type { AgentTerms, OwnTerms } from '@turnpike/contract/money/agents/terms'
import { useState } from 'react'
import { changedKeys } from '../../../components/form/changed-keys.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { termsText } from './terms.text.ts'
import { problemsOf, type TermsValues, termsOf, valuesOf } from './terms-values.ts'
import type { TermName } from './terms-words.ts'

/** The values of terms, their problems in words, and what is inherited. */
export function useTermsForm(own: OwnTerms, inherited: AgentTerms) {
  const t = termsText.use()
  const { perUnit } = useQuotaRate()
  const [initial] = useState<TermsValues>(() => valuesOf(own))
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Partial<Record<TermName, string>>>({})
  return {
    values,
    problems,
    inherited,
    perUnit,
    isChanged: changedKeys(initial, values).length > 0,
    set(change: Partial<TermsValues>) {
      setValues((now) => ({ ...now, ...change }))
      setProblems({})
    },
    /** The terms to save; undefined where something is wrong, which is then shown. */
    read(): OwnTerms | undefined {
      const found = Object.entries(problemsOf(values, inherited))
      setProblems(Object.fromEntries(found.flatMap(([name, problem]) => (problem ? [[name, t(problem)]] : []))))
      return found.length === 0 ? termsOf(values) : undefined
    },
  }
}
export type TermsFormState = Pick<
  ReturnType<typeof useTermsForm>,
  'values' | 'problems' | 'inherited' | 'perUnit' | 'set'
>
