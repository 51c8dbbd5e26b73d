import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Subscription, subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { formatMinute } from '../../../lib/format/format-time.ts'
import { ownPlansText } from './own-plans.text.ts'
import { reloadPlans } from './use-plans.ts'

type RenewalDialogProps = { subscription: Subscription; onClose: () => void }

/** Asks before the renewal of a plan is cancelled or resumed. */
export function RenewalDialog({ subscription: { id, title, renews, end_time }, onClose }: RenewalDialogProps) {
  const t = ownPlansText.use()
  const queries = useQueryClient()
  // The question stays while the answer changes the plan.
  const change = useMutation({
    mutationFn: () => call(renews ? subscriptionApi.cancel : subscriptionApi.resume, { params: { id: String(id) } }),
    onSuccess() {
      toast.success(t(renews ? 'stopped' : 'resumed'))
      onClose()
      return reloadPlans(queries)
    },
  })
  const time = formatMinute(end_time)
  return (
    <ConfirmDialog
      title={t(renews ? 'stopTitle' : 'resumeTitle', { name: title })}
      text={t(renews ? 'stopText' : 'resumeText', { time })}
      verb={t(renews ? 'stopRenewal' : 'resumeRenewal')}
      cancel={t(renews ? 'keep' : 'cancel')}
      danger={renews}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
      onCancel={onClose}
    >
      {change.error?.message}
    </ConfirmDialog>
  )
}
