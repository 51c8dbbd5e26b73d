import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountApi } from '@turnpike/contract/identity/self'
import { dollars, formatMoney } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { useState } from 'react'
import { QuotaField } from '../../../../components/fields/quota-field.tsx'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { useToast } from '../../../../components/overlay/toast.tsx'
import { call } from '../../../../lib/api/call.ts'
import { language } from '../../../../lib/browser/preferences.ts'
import { useQuotaRate } from '../../../../lib/format/use-quota-rate.ts'
import { refusalText } from '../../../../lib/text/refusal-text.ts'
import { useText } from '../../../../lib/text/text.ts'
import { invitationText } from './invitation.text.ts'
import { useTransferMinimum } from './use-transfer-minimum.ts'

/** Moves earnings of invitations to the balance. */
export function TransferDialog({ available, onClose }: { available: number; onClose: () => void }) {
  const t = useText(invitationText)
  const toast = useToast()
  const queries = useQueryClient()
  const minimum = useTransferMinimum()
  const { perUnit } = useQuotaRate()
  const [quota, setQuota] = useState(minimum.quota)
  const [problem, setProblem] = useState<string>()

  const { mutate, isPending } = useMutation({
    mutationFn: () => call(accountApi.affiliateTransfer, { body: { quota } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      queries.invalidateQueries({ queryKey: ['self'] })
      onClose()
    },
    onError: (error) => setProblem(error.message),
  })

  function submit() {
    if (isPending) return
    // Refuses NaN too.
    if (!(quota >= minimum.quota))
      return setProblem(refusalText('transfer_too_low', language.get(), { minimum: minimum.words }))
    if (quota > available) return setProblem(refusalText('affiliate_insufficient', language.get()))
    mutate()
  }

  return (
    <Dialog
      centered
      width={400}
      title={t('transferTitle')}
      okText={t('transfer')}
      cancelText={t('cancel')}
      confirmLoading={isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
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
      </form>
    </Dialog>
  )
}
