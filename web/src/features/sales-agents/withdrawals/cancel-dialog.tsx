import { agentApi } from '@turnpike/contract/money/agents/agent-api'
import type { Withdrawal } from '@turnpike/contract/money/agents/withdrawal'
import { agentKey } from '../../../components/earnings/use-agent-self.ts'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { withdrawalsText } from './withdrawals.text.ts'

type CancelDialogProps = { withdrawal: Pick<Withdrawal, 'id' | 'amount'>; onClose: () => void }

export function CancelDialog({ withdrawal: { id, amount }, onClose }: CancelDialogProps) {
  const t = withdrawalsText.use()
  const words = useAmountWords()
  const cancelling = useListChange(agentKey, () => call(agentApi.cancel, { params: { id: String(id) } }), {
    onDone: () => {
      toast.success(t('cancelDone'))
      onClose()
    },
    // Somebody approved it meanwhile: the list is loaded again.
    onError: (error) => {
      toast.error(error.message)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      danger
      title={t('cancelTitle', { amount: words(amount) })}
      text={t('cancelText')}
      verb={t('cancelVerb')}
      cancel={t('keep')}
      busy={cancelling.isPending}
      onConfirm={() => cancelling.mutate(undefined)}
      onCancel={onClose}
    />
  )
}
