import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '@turnpike/contract/identity/user'
import { type QuotaMode, quotaModes, userAdminApi } from '@turnpike/contract/identity/user-admin'
import { isReason } from '@turnpike/contract/money/refund'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import { Segmented } from 'antd'
import { useState } from 'react'
import { readAmount } from '../../../components/fields/quota-amount.ts'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { ReasonField } from '../../../components/fields/reason-field.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { useUser } from '../use-users.ts'
import { balanceText } from './balance.text.ts'
import { balanceAfter, problemOfChange } from './balance-change.ts'

const presets = [1, 5, 10, 100]
const verbs = { add: 'verbAdd', subtract: 'verbSubtract', override: 'verbOverride' } as const

type ChangeBalanceProps = {
  user: User
  /** Dollars that are proposed. */
  amount?: string | undefined
  onClose: () => void
}

/** Adds to a balance, takes from it, or sets it, for a reason that the user sees. */
export function ChangeBalance({ user: known, amount, onClose }: ChangeBalanceProps) {
  const t = balanceText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const words = (quota: number) => (inQuota ? formatCount(quota) : formatMoney(dollars(quota, perUnit)))
  const balance = useUser(known.id, known).data?.quota ?? known.quota
  const [mode, setMode] = useState<QuotaMode>('add')
  const [value, setValue] = useState(() => readAmount(amount ?? '', { perUnit }))
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = problemOfChange(balance, { mode, value })
  const save = useChangeBalance(known, onClose)
  const before = words(balance)
  const after = problem ? undefined : words(balanceAfter(balance, { mode, value }))
  return (
    <FormDialog
      title={t('title', { name: known.username })}
      verb={problem ? t(mode) : t(verbs[mode], { amount: words(value) })}
      danger={mode === 'subtract'}
      busy={save.isPending}
      onSubmit={() =>
        problem || !isReason(reason.trim()) ? setChecked(true) : save.mutate({ mode, value, reason: reason.trim() })
      }
      onCancel={onClose}
    >
      <Segmented<QuotaMode>
        block
        aria-label={t('mode')}
        value={mode}
        options={quotaModes.map((name) => ({ value: name, label: t(name) }))}
        onChange={setMode}
      />
      <QuotaField
        label={t('amount')}
        value={value}
        onChange={setValue}
        presets={presets}
        help={after ? t('becomes', { before, after }) : `${t('from')} ${before}`}
        problem={problem && (isChecked || problem === 'tooMuch') ? t(problem, { before }) : undefined}
      />
      <ReasonField value={reason} onChange={setReason} isChecked={isChecked} />
    </FormDialog>
  )
}

function useChangeBalance({ id, username }: User, onClose: () => void) {
  const t = balanceText.use()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: { mode: QuotaMode; value: number; reason: string }) =>
      call(userAdminApi.manage, { body: { id, action: 'add_quota', ...change } }),
    onSuccess: () => {
      toast.success(t('changed', { name: username }))
      onClose()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => Promise.all(['users', 'self'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
