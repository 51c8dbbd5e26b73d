import { useMutation, useQueryClient } from '@tanstack/react-query'
import { selfApi } from '@turnpike/contract/identity/self'
import { dollars, formatMoney } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { language } from '../../lib/browser/preferences.ts'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { refusalText } from '../../lib/text/refusal-text.ts'
import { dictionary } from '../../lib/text/text.ts'
import { QuotaField } from '../fields/quota-field.tsx'
import { FormDialog } from '../overlay/form-dialog.tsx'
import { toast } from '../overlay/toast-list.ts'
import { agentKey } from './use-agent-self.ts'
import { useTransferMinimum } from './use-transfer-minimum.ts'

const transferText = dictionary({
  title: ['Move earnings to your balance', '将收益划转到余额'],
  amount: ['Amount', '划转金额'],
  available: ['{amount} available.', '可划转 {amount}。'],
  move: ['Move to balance', '划转到余额'],
})

/** What a transfer of earnings changes: the balance, and what is left of the earnings. */
const changed = ['self', agentKey, 'recharge records']

/** Moves earnings to the balance. `available`: what may be moved. */
export function TransferDialog({ available, onClose }: { available: number; onClose: () => void }) {
  const t = transferText.use()
  const queries = useQueryClient()
  const minimum = useTransferMinimum()
  const { perUnit } = useQuotaRate()
  const [quota, setQuota] = useState(available)
  const [problem, setProblem] = useState<string>()

  const { mutate, isPending } = useMutation({
    mutationFn: () => call(selfApi.affiliateTransfer, { body: { quota } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      for (const key of changed) queries.invalidateQueries({ queryKey: [key] })
      onClose()
    },
    onError: (error) => setProblem(error.message),
  })

  function submit() {
    // Refuses NaN too.
    if (!(quota >= minimum.quota))
      return setProblem(refusalText('transfer_too_low', language.get(), { minimum: minimum.words }))
    if (quota > available) return setProblem(refusalText('affiliate_insufficient', language.get()))
    mutate()
  }

  return (
    <FormDialog title={t('title')} verb={t('move')} busy={isPending} onSubmit={submit} onCancel={onClose}>
      <QuotaField
        label={t('amount')}
        value={quota}
        onChange={(next) => {
          setQuota(next)
          setProblem(undefined)
        }}
        problem={problem}
        help={t('available', { amount: formatMoney(dollars(available, perUnit)) })}
        beside={<Button onClick={() => setQuota(available)}>{t('all')}</Button>}
      />
    </FormDialog>
  )
}
