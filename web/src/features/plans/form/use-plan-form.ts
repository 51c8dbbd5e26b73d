import type { ErrorCode } from '@turnpike/contract/errors'
import { type Plan, type PlanForm, planApi } from '@turnpike/contract/money/plans/plan'
import { useState } from 'react'
import { changedKeys } from '../../../components/form/changed-keys.ts'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { plansKey } from '../../../components/subscriptions/use-plans.ts'
import { CallError, call } from '../../../lib/api/call.ts'
import { ownTimeZone } from '../../../lib/format/own-time-zone.ts'
import { planFormText } from './plan-form.text.ts'
import { formOf, newPlanValues, type PlanValues, problemsOf, valuesOf } from './plan-values.ts'

/** The problems in words, by field. */
export type ProblemWords = Partial<Record<string, string>>

/** Which field a refusal of the server is about. */
function fieldOf(code: ErrorCode | undefined, message: string, values: PlanValues): string | undefined {
  if (code === 'plan_title_invalid') return 'title'
  if (code === 'plan_price_invalid') return 'price'
  if (code === 'plan_window_repeated') return 'windows'
  if (code === 'plan_seconds_missing') return values.duration_unit === 'custom' ? 'custom_seconds' : 'reset_seconds'
  if (code !== 'plan_group_unknown') return undefined
  return values.upgrade_group !== '' && message.includes(values.upgrade_group) ? 'upgrade_group' : 'downgrade_group'
}

/** The values of a new plan or of an edited one, their problems, and the request. */
export function usePlanForm(plan: Plan | undefined, onSaved: (title: string) => void) {
  const t = planFormText.use()
  const [initial] = useState<PlanValues>(() => (plan ? valuesOf(plan) : newPlanValues(ownTimeZone())))
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<ProblemWords>({})
  const [isSaved, setIsSaved] = useState(false)
  const saving = useListChange(
    plansKey,
    (form: PlanForm) =>
      plan
        ? call(planApi.update, { params: { id: String(plan.id) }, body: { plan: form } })
        : call(planApi.create, { body: { plan: form } }),
    {
      onDone: ({ title }) => {
        setIsSaved(true)
        onSaved(title)
      },
      onError: (error) => {
        const field = error instanceof CallError ? fieldOf(error.code, error.message, values) : undefined
        if (field) setProblems({ [field]: error.message })
        else toast.error(error.message)
      },
    },
  )
  return {
    values,
    problems,
    isSending: saving.isPending,
    isChanged: !isSaved && changedKeys(initial, values).length > 0,
    set(change: Partial<PlanValues>) {
      setValues((now) => ({ ...now, ...change }))
      setProblems({})
    },
    /** Sends the values, or shows their problems. */
    submit() {
      if (saving.isPending) return
      const found = Object.entries(problemsOf(values))
      setProblems(Object.fromEntries(found.flatMap(([field, problem]) => (problem ? [[field, t(problem)]] : []))))
      if (found.length === 0) saving.mutate(formOf(values))
    },
  }
}
export type PlanFormState = Pick<ReturnType<typeof usePlanForm>, 'values' | 'problems' | 'set'>
