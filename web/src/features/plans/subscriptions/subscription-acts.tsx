import { isNumberText } from '@turnpike/contract/bounds'
import type { InputOf } from '@turnpike/contract/endpoint'
import { type ListedSubscription, subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { useState } from 'react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { FieldPair } from '../../../components/form/form-section.tsx'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { ReasonDialog } from '../../../components/overlay/reason-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { usePlanWords } from '../../../components/plans/use-plan-words.ts'
import { plansKey } from '../../../components/subscriptions/use-plans.ts'
import { call } from '../../../lib/api/call.ts'
import { subscriptionListText } from './subscription-list.text.ts'
import { holderOf } from './use-subscription-list.ts'

/** What an administrator is about to do with a subscription. */
export type Asked = {
  subscription: ListedSubscription
  act: 'extend' | 'finish' | 'resetAll' | 'reset'
  /** The place of the window that is reset. */
  window?: number
}

/** The dialog before an act. */
export function SubscriptionActs({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { subscription } = asked
  if (asked.act === 'extend') return <ExtendDialog subscription={subscription} onClose={onClose} />
  if (asked.act === 'finish') return <FinishDialog subscription={subscription} onClose={onClose} />
  if (asked.act === 'resetAll') return <ResetAllDialog subscription={subscription} onClose={onClose} />
  return <ResetDialog subscription={subscription} place={asked.window ?? 0} onClose={onClose} />
}

type ActProps = { subscription: ListedSubscription; onClose: () => void }
const paramsOf = ({ id }: ListedSubscription) => ({ id: String(id) })

/** A change of a subscription: all lists are loaded again, and a toast tells of it. */
const useAct = <Input,>(change: (input: Input) => Promise<unknown>, done: string, onClose: () => void) =>
  useListChange(plansKey, change, {
    onDone: () => {
      toast.success(done)
      onClose()
    },
  })

const units = ['hour', 'day', 'month', 'year'] as const
type Extension = InputOf<typeof subscriptionAdminApi.extend>['body']
const valueBounds = { min: 1, max: 1000, decimals: 0 }

function ExtendDialog({ subscription, onClose }: ActProps) {
  const t = subscriptionListText.use()
  const { title: plan } = subscription
  const [value, setValue] = useState('1')
  const [unit, setUnit] = useState<Extension['unit']>('month')
  const [isChecked, setChecked] = useState(false)
  const isRight = isNumberText(valueBounds, value.trim())
  const act = useAct(
    (body: Extension) => call(subscriptionAdminApi.extend, { params: paramsOf(subscription), body }),
    t('extended', { plan }),
    onClose,
  )
  return (
    <ReasonDialog
      title={t('extendTitle', { plan })}
      text={t('extendText')}
      verb={t('extendVerb')}
      busy={act.isPending}
      isReady={isRight}
      onCheck={() => setChecked(true)}
      onSubmit={(reason) => act.mutate({ unit, value: Number(value.trim()), reason })}
      onClose={onClose}
    >
      <FieldPair>
        <InputField
          label={t('by')}
          inputMode="numeric"
          problem={isChecked && !isRight ? t('valueProblem') : undefined}
          value={value}
          onChange={setValue}
        />
        <SelectField
          label={t('unit')}
          value={unit}
          options={units.map((name) => ({ value: name, label: t(name) }))}
          onChange={setUnit}
        />
      </FieldPair>
    </ReasonDialog>
  )
}

function ResetDialog({ subscription, place, onClose }: ActProps & { place: number }) {
  const t = subscriptionListText.use()
  const words = usePlanWords()
  const state = subscription.windows[place]
  const window = state ? words.windowName(state) : ''
  const act = useAct(
    (reason: string) =>
      call(subscriptionAdminApi.resetWindow, { params: paramsOf(subscription), body: { window: place, reason } }),
    t('resetDone', { window }),
    onClose,
  )
  return (
    <ReasonDialog
      title={t('resetTitle', { window })}
      text={t('resetText')}
      verb={t('resetVerb')}
      busy={act.isPending}
      onSubmit={act.mutate}
      onClose={onClose}
    />
  )
}

function ResetAllDialog({ subscription, onClose }: ActProps) {
  const t = subscriptionListText.use()
  const { title: plan, plan_id } = subscription
  const params = { id: String(holderOf(subscription).id) }
  const act = useAct(
    () => call(subscriptionAdminApi.resetOfUser, { params, body: { plan_id } }),
    t('resetAllDone'),
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('resetAllTitle', { plan })}
      text={t('resetAllText', { plan })}
      verb={t('resetVerb')}
      busy={act.isPending}
      onConfirm={() => act.mutate(undefined)}
      onCancel={onClose}
    />
  )
}

function FinishDialog({ subscription, onClose }: ActProps) {
  const t = subscriptionListText.use()
  const { title: plan, source } = subscription
  const act = useAct(
    (reason: string) => call(subscriptionAdminApi.invalidate, { params: paramsOf(subscription), body: { reason } }),
    t('finished', { plan }),
    onClose,
  )
  return (
    <ReasonDialog
      danger
      title={t('finishTitle', { plan, name: holderOf(subscription).name })}
      text={
        <>
          {t('finishText')} {source === 'order' && t('finishText2')}
        </>
      }
      verb={t('finish')}
      busy={act.isPending}
      onSubmit={act.mutate}
      onClose={onClose}
    />
  )
}
