import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LimitState, Limits, ShownLimits } from '@turnpike/contract/routing/limits'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import { LimitFields } from './limit-fields.tsx'
import { LimitStates } from './limit-states.tsx'
import { limitsText } from './limits.text.ts'
import { LimitsFrame, WaitingFrame } from './limits-frame.tsx'
import { useLimitForm } from './use-limit-form.ts'

type LimitsDrawerProps = {
  title: string
  /** The query key of the limits. */
  of: readonly (string | number)[]
  load: () => Promise<ShownLimits>
  save: (limits: Limits) => Promise<ShownLimits>
  /** Limits that others have set and that apply as well. */
  loadOthers?: () => Promise<LimitState[]>
  onClosed: () => void
}

/** Shows how much of the limits of a token or user is used, and edits them. */
export function LimitsDrawer(props: LimitsDrawerProps) {
  const shown = useQuery({ queryKey: ['limits', ...props.of], queryFn: props.load })
  if (shown.data) return <LoadedDrawer {...props} shown={shown.data} />
  return <WaitingFrame {...props} error={shown.error} onRetry={() => shown.refetch()} />
}

function LoadedDrawer({ title, of, shown, save, loadOthers, onClosed }: LimitsDrawerProps & { shown: ShownLimits }) {
  const t = limitsText.use()
  const client = useQueryClient()
  const form = useLimitForm(shown.limits)
  const others = useQuery({
    queryKey: ['limits', 'others'],
    queryFn: loadOthers ?? (async () => []),
    enabled: loadOthers !== undefined,
  })
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved) => client.setQueryData(['limits', ...of], saved),
  })
  const onSave = () => {
    const limits = form.read()
    return limits && saving.mutateAsync(limits)
  }
  return (
    <LimitsFrame
      title={title}
      isChanged={form.isChanged}
      isSaving={saving.isPending}
      onSave={onSave}
      onClosed={onClosed}
    >
      {shown.states.length > 0 && (
        <section className={layoutStyles.stack16}>
          <h3 className={textStyles.heading}>{t('used')}</h3>
          <LimitStates states={shown.states} />
        </section>
      )}
      <section className={layoutStyles.stack16}>
        <p className={textStyles.secondarySmall}>{t('help')}</p>
        <LimitFields values={form.values} problems={form.problems} onChange={form.set} />
      </section>
      {others.data && others.data.length > 0 && (
        <section className={layoutStyles.stack16}>
          <div>
            <h3 className={textStyles.heading}>{t('account')}</h3>
            <p className={textStyles.secondarySmall}>{t('accountHelp')}</p>
          </div>
          <LimitStates states={others.data} showsScope />
        </section>
      )}
    </LimitsFrame>
  )
}
