import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type QuotaMode, quotaModes } from '@turnpike/contract/identity/user-admin'
import { isReason } from '@turnpike/contract/money/refund'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { dictionary } from '../../lib/text/text.ts'
import { readAmount } from '../fields/quota-amount.ts'
import { QuotaField } from '../fields/quota-field.tsx'
import { ReasonField } from '../fields/reason-field.tsx'
import { FormDialog } from '../overlay/form-dialog.tsx'
import { toast } from '../overlay/toast-list.ts'
import { balanceAfter, problemOfChange } from './balance-change.ts'

const balanceText = dictionary({
  change: ['Change balance', '调整余额'],
  title: ['Change the balance of “{name}”', '调整“{name}”的余额'],
  mode: ['Change', '方式'],
  add: ['Add', '增加'],
  subtract: ['Subtract', '减少'],
  override: ['Set', '设为'],
  from: ['Balance', '余额'],
  becomes: ['{before} now, {after} afterwards.', '现在 {before}，调整后 {after}。'],
  invalid: ['Enter an amount above 0', '请输入大于 0 的金额'],
  invalidSet: ['Enter an amount of 0 or more', '请输入不小于 0 的金额'],
  tooMuch: ['The balance is only {before}', '余额只有 {before}'],
  same: ['The balance is already {before}', '余额已经是 {before}'],
  verbAdd: ['Add {amount}', '增加 {amount}'],
  verbSubtract: ['Subtract {amount}', '减少 {amount}'],
  verbOverride: ['Set to {amount}', '设为 {amount}'],
  changed: ['Balance of {name} changed', '已调整 {name} 的余额'],
})

const presets = [1, 5, 10, 100]
const verbs = { add: 'verbAdd', subtract: 'verbSubtract', override: 'verbOverride' } as const

type Change = { mode: QuotaMode; value: number; reason: string }

type ChangeBalanceProps = {
  /** Whose balance it is. */
  name: string
  balance: number
  /** Dollars that are proposed. */
  amount?: string | undefined
  change: (change: Change) => Promise<unknown>
  /** The first members of the keys of the queries that show the balance. */
  lists: readonly string[]
  onClose: () => void
}

/** Adds to a balance, takes from it, or sets it, for a reason that its owner sees. */
export function ChangeBalance({ name, balance, amount, change, lists, onClose }: ChangeBalanceProps) {
  const t = balanceText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const words = (quota: number) => (inQuota ? formatCount(quota) : formatMoney(dollars(quota, perUnit)))
  const [mode, setMode] = useState<QuotaMode>('add')
  const [value, setValue] = useState(() => readAmount(amount ?? '', { perUnit }))
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = problemOfChange(balance, { mode, value })
  const save = useChangeBalance({ name, change, lists, onClose })
  const before = words(balance)
  const after = problem ? undefined : words(balanceAfter(balance, { mode, value }))
  return (
    <FormDialog
      title={t('title', { name })}
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

function useChangeBalance({ name, change, lists, onClose }: Omit<ChangeBalanceProps, 'balance' | 'amount'>) {
  const t = balanceText.use()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      toast.success(t('changed', { name }))
      onClose()
    },
    onSettled: () => Promise.all(lists.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
