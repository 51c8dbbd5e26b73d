import type { ListedPlan } from '@turnpike/contract/money/plans/plan'
import { useState } from 'react'
import { SelectField } from '../fields/choice-field.tsx'
import { FormDialog } from '../overlay/form-dialog.tsx'
import { toast } from '../overlay/toast-list.ts'
import { usePlanWords } from '../plans/use-plan-words.ts'
import textStyles from '../style/text.module.css'
import { type Receiver, ReceiverField } from './receiver-field.tsx'
import { subscriptionsText } from './subscriptions.text.ts'
import { useAllPlans } from './use-plans.ts'
import { useGivePlan } from './use-subscriptions.ts'

type GivePlanProps = {
  /** Who gets the plan; absent where the dialog asks. */
  to?: Receiver
  onClose: () => void
}

/** Opens a subscription for a user or an organisation without payment. */
export function GivePlan({ to, onClose }: GivePlanProps) {
  const t = subscriptionsText.use()
  const plans = useAllPlans()
  const [chosenReceiver, setReceiver] = useState<Receiver>()
  const [planId, setPlanId] = useState<number>()
  const [isChecked, setChecked] = useState(false)
  const receiver = to ?? chosenReceiver
  const chosen = plans.data?.find(({ plan }) => plan.id === planId)
  const giving = useGivePlan(({ title }) => {
    toast.success(t('given', { plan: title, name: receiver?.name ?? '' }))
    onClose()
  })
  return (
    <FormDialog
      title={to ? t('giveTo', { name: to.name }) : t('give')}
      verb={t('giveVerb')}
      busy={giving.isPending}
      onSubmit={() =>
        receiver && planId !== undefined ? giving.mutate({ account: receiver.id, plan_id: planId }) : setChecked(true)
      }
      onCancel={onClose}
    >
      <p className={textStyles.secondary}>{t('giveText')}</p>
      {!to && (
        <ReceiverField
          value={chosenReceiver}
          problem={isChecked && !receiver ? t('receiverMissing') : undefined}
          onChange={setReceiver}
        />
      )}
      <SelectField<number>
        label={t('plan')}
        help={<PlanHelp chosen={chosen} hasNone={plans.data?.length === 0} />}
        problem={isChecked && planId === undefined ? t('planMissing') : undefined}
        placeholder={t('planPlaceholder')}
        loading={plans.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        value={planId ?? null}
        options={(plans.data ?? []).map(({ plan }) => ({
          value: plan.id,
          label: plan.enabled ? plan.title : `${plan.title} · ${t('notOnSale')}`,
        }))}
        onChange={setPlanId}
      />
    </FormDialog>
  )
}

function PlanHelp({ chosen, hasNone }: { chosen: ListedPlan | undefined; hasNone: boolean }) {
  const t = subscriptionsText.use()
  const words = usePlanWords()
  if (chosen) return words.sentence(chosen.plan)
  return hasNone ? t('noPlans') : undefined
}
