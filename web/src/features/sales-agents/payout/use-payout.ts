import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isTextWithin } from '@turnpike/contract/bounds'
import { type AgentSelf, agentApi } from '@turnpike/contract/money/agents/agent-api'
import { type PayoutMethod, payoutBounds } from '@turnpike/contract/money/agents/withdrawal'
import { useState } from 'react'
import { agentKey } from '../../../components/earnings/use-agent-self.ts'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { useOwnerMutation } from '../../../components/owner/use-owner-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { payoutText } from './payout.text.ts'
import { payoutProblem, payoutSum, smallestPayout } from './payout-sum.ts'

/** The ways to be paid that are offered. */
export const usePayoutMethods = () =>
  useQuery({
    queryKey: [agentKey, 'methods'],
    queryFn: () => call(agentApi.methods),
    select: (methods) => methods.filter(({ enabled }) => enabled),
  })

/** The name of a method or of one of its fields in the reader's language. */
export function usePayoutName() {
  const isChinese = language.use() === 'zh'
  return {
    ofMethod: ({ name, name_zh }: PayoutMethod) => (isChinese ? name_zh : name),
    ofField: ({ label, label_zh }: PayoutMethod['fields'][number]) => (isChinese ? label_zh : label),
  }
}

/** A request for a payout while it is filled in. */
export function usePayout({ earnings, terms }: AgentSelf, methods: readonly PayoutMethod[], onDone: () => void) {
  const t = payoutText.use()
  const spoken = language.use()
  const words = useAmountWords()
  const names = usePayoutName()
  const queries = useQueryClient()
  const [amount, setAmount] = useState(earnings.available)
  const [methodId, setMethodId] = useState(methods[0]?.id)
  /** What was typed, by method: a look at another method loses nothing. */
  const [typed, setTyped] = useState<Record<number, string[]>>({})
  const [isChecked, setChecked] = useState(false)
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  const values = method ? method.fields.map((_, index) => (typed[method.id]?.[index] ?? '').trim()) : []

  const refused = payoutProblem(amount, earnings.available, terms)
  const amountProblem =
    refused &&
    refusalText(refused, spoken, {
      minimum: words(smallestPayout(terms)),
      available: words(earnings.available),
      fee: words(payoutSum(amount, terms)?.fee ?? 0),
    })
  const fieldProblems = (method?.fields ?? []).map((field, index) => {
    const value = values[index] ?? ''
    if (value === '' && field.required)
      return refusalText('payout_field_missing', spoken, { field: names.ofField(field) })
    return isTextWithin(payoutBounds.value, value) ? undefined : refusalText('payout_text_invalid', spoken)
  })

  const sending = useOwnerMutation(
    (id: number) => call(agentApi.withdraw, { body: { amount, method_id: id, fields: values } }),
    () => {
      toast.success(t('requested'), { link: { text: t('toRecords'), to: '/agent?tab=withdrawals' } })
      void queries.invalidateQueries({ queryKey: [agentKey] })
      onDone()
    },
  )
  return {
    amount,
    setAmount,
    method,
    setMethodId,
    values,
    textOf: (index: number) => (method && typed[method.id]?.[index]) ?? '',
    setText(index: number, text: string) {
      if (!method) return
      const texts = method.fields.map((_, at) => (at === index ? text : (typed[method.id]?.[at] ?? '')))
      setTyped({ ...typed, [method.id]: texts })
    },
    holdsInput: Object.values(typed).flat().some(Boolean),
    sum: payoutSum(amount, terms),
    /** Shown while the amount is typed; those of fields only after an attempt to send. */
    amountProblem,
    problemOf: (index: number) => (isChecked ? fieldProblems[index] : undefined),
    /** Whether everything is right; otherwise the problems are shown. */
    check(): boolean {
      setChecked(true)
      return method !== undefined && !amountProblem && !fieldProblems.some(Boolean)
    },
    isSending: sending.isPending,
    send: () => method && sending.mutate(method.id),
  }
}
export type Payout = ReturnType<typeof usePayout>
