import type { WatchedDividend } from '@turnpike/contract/money/agents/dividend'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { ReasonDialog } from '../../../components/overlay/reason-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { sharesText } from './shares.text.ts'
import { useDecision } from './use-shares.ts'

/** What an administrator is about to decide about a held share. */
export type AskedShare = { share: WatchedDividend; act: 'release' | 'refuse' }

const reasons = {
  release: ['reasonFamily', 'reasonChecked'],
  refuse: ['reasonSelf', 'reasonCircle'],
} as const

/** The dialog before a decision. */
export function ShareActs({ asked: { share, act }, onClose }: { asked: AskedShare; onClose: () => void }) {
  const t = sharesText.use()
  const money = useAmountWords()
  const { id, agent: name, amount, reversed } = share
  const worth = money(amount - reversed)
  const isRefusal = act === 'refuse'
  const deciding = useDecision(() => {
    toast.success(t(isRefusal ? 'takenBackOne' : 'released', { name }))
    onClose()
  })
  return (
    <ReasonDialog
      danger={isRefusal}
      title={t(isRefusal ? 'refuseTitle' : 'releaseTitle', { amount: worth, name })}
      text={t(isRefusal ? 'refuseText' : 'releaseText')}
      verb={t(act)}
      busy={deciding.isPending}
      choices={reasons[act].map((reason) => t(reason))}
      help={t('adminsSee')}
      onSubmit={(reason) => deciding.mutate({ act, id, reason })}
      onClose={onClose}
    />
  )
}
