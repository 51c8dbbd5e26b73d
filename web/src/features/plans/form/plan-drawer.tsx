import type { Plan } from '@turnpike/contract/money/plans/plan'
import { useRef } from 'react'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import styles from './plan-form.module.css'
import { planFormText } from './plan-form.text.ts'
import { PlanPreview } from './plan-preview.tsx'
import { PlanSections } from './plan-sections.tsx'
import { previewOf } from './plan-values.ts'
import { usePlanForm } from './use-plan-form.ts'

type PlanDrawerProps = {
  /** The plan to edit; absent for a new one. */
  plan?: Plan
  onClosed: () => void
}

/** Creates a plan or edits one, beside the card that buyers see. */
export function PlanDrawer({ plan, onClosed }: PlanDrawerProps) {
  const t = planFormText.use()
  const closing = useRef(() => {})
  const form = usePlanForm(plan, (title) => {
    toast.success(t('saved', { title }))
    closing.current()
  })
  return (
    <FormDrawer
      isWide
      title={t(plan ? 'editTitle' : 'createTitle')}
      {...(plan && { windowTitle: `${t('editTitle')} ${plan.title}` })}
      summary={plan && t('keepsTerms')}
      holdsInput={form.isChanged}
      startsTyping={!plan}
      onClosed={onClosed}
      onSubmit={form.submit}
      formClassName={styles.columns}
      closing={closing}
      verb={t(plan ? 'save' : 'create')}
      isSending={form.isSending}
    >
      <PlanSections form={form} />
      <PlanPreview plan={previewOf(form.values)} />
    </FormDrawer>
  )
}
