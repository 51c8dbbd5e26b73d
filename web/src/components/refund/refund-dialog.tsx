import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isReason, refundApi } from '@turnpike/contract/money/refund'
import { formatCount, formatSpend } from '@turnpike/contract/quota'
import type { LogRow } from '@turnpike/contract/usage/log'
import { useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { QuotaField } from '../fields/quota-field.tsx'
import { ReasonField } from '../fields/reason-field.tsx'
import { FormDialog } from '../overlay/form-dialog.tsx'
import { toast } from '../overlay/toast-list.ts'
import { refundText } from './refund.text.ts'

/** Asks for the amount and the reason of a refund; all that is left is proposed. */
export function RefundDialog({ row, onClose }: { row: LogRow; onClose: () => void }) {
  const t = refundText.use()
  const queries = useQueryClient()
  const { perUnit, inQuota } = useQuotaRate()
  const words = (quota: number) => (inQuota ? formatCount(quota) : formatSpend(quota, perUnit))
  const { request_id, refunded } = row
  const left = row.quota - refunded
  const [quota, setQuota] = useState(left)
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isGood = quota >= 1 && quota <= left
  const refund = useMutation({
    mutationFn: () => call(refundApi.refundCall, { body: { request_id, quota, refunded, reason: reason.trim() } }),
    onSuccess: () => toast.success(t('done', { amount: words(quota), name: row.username })),
    onSettled: () => {
      onClose()
      return Promise.all(
        ['log', 'users', 'self', 'recharge records'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
    },
  })
  const charged = words(row.quota)
  return (
    <FormDialog
      title={t('title')}
      verb={t('verb', { amount: isGood ? words(quota) : '' })}
      busy={refund.isPending}
      onSubmit={() => (isGood && isReason(reason.trim()) ? refund.mutate() : setChecked(true))}
      onCancel={onClose}
    >
      <QuotaField
        label={t('amount')}
        value={quota}
        onChange={setQuota}
        help={refunded > 0 ? t('refundedBefore', { charged, refunded: words(refunded) }) : t('charged', { charged })}
        problem={isGood ? undefined : t('tooMuch', { left: words(left) })}
      />
      <ReasonField value={reason} onChange={setReason} isChecked={isChecked} />
    </FormDialog>
  )
}
