import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type GroupLimits, limitsApi } from '@turnpike/contract/routing/limits'
import { call } from '../../lib/api/call.ts'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import { LimitFields } from './limit-fields.tsx'
import { limitsText } from './limits.text.ts'
import { LimitsFrame, WaitingFrame } from './limits-frame.tsx'
import { useLimitForm } from './use-limit-form.ts'

const queryKey = ['limits', 'groups']

/** Edits the limits of a group: of each of its users, and of all of them together. */
export function GroupLimitsDrawer({ group, onClosed }: { group: string; onClosed: () => void }) {
  const t = limitsText.use()
  const groups = useQuery({ queryKey, queryFn: () => call(limitsApi.ofGroups) })
  const title = t('ofGroup', { name: group })
  if (!groups.data)
    return <WaitingFrame title={title} error={groups.error} onRetry={() => groups.refetch()} onClosed={onClosed} />
  const stored = groups.data.find((each) => each.group === group) ?? { group, member: {}, together: {} }
  return <LoadedDrawer title={title} stored={stored} onClosed={onClosed} />
}

function LoadedDrawer({ title, stored, onClosed }: { title: string; stored: GroupLimits; onClosed: () => void }) {
  const t = limitsText.use()
  const client = useQueryClient()
  const forms = { member: useLimitForm(stored.member), together: useLimitForm(stored.together) }
  const saving = useMutation({
    mutationFn: (body: GroupLimits) => call(limitsApi.setOfGroup, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  const onSave = () => {
    const [member, together] = [forms.member.read(), forms.together.read()]
    return member && together && saving.mutateAsync({ group: stored.group, member, together })
  }
  const isChanged = forms.member.isChanged || forms.together.isChanged
  return (
    <LimitsFrame title={title} isChanged={isChanged} isSaving={saving.isPending} onSave={onSave} onClosed={onClosed}>
      <p className={textStyles.secondarySmall}>{t('help')}</p>
      {(['member', 'together'] as const).map((whose) => (
        <section key={whose} className={layoutStyles.stack16}>
          <div>
            <h3 className={textStyles.heading}>{t(whose)}</h3>
            <p className={textStyles.secondarySmall}>{t(`${whose}Help`)}</p>
          </div>
          <LimitFields values={forms[whose].values} problems={forms[whose].problems} onChange={forms[whose].set} />
        </section>
      ))}
    </LimitsFrame>
  )
}
