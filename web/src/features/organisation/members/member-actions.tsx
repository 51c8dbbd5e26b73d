import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { Crown, UserMinus } from 'lucide-react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { session } from '../../../lib/session/session.ts'
import { type OrgProps, paramsOf, useOrgChange } from '../use-org.ts'
import { membersText } from './members.text.ts'
import { mayEdit, mayOffer, mayRemove } from './standing.ts'
import type { MemberRow } from './use-members.ts'

type MemberActionsProps = OrgProps & { member: MemberRow; onEdit: (member: MemberRow) => void }

/** What the reader may do with a member. */
export function MemberActions({ org, member, onEdit }: MemberActionsProps) {
  const t = membersText.use()
  const viewer = { user_id: session.use()?.id ?? 0, role: org.role }
  const name = member.username
  const offering = useOrgChange(
    () => call(orgApi.offer, { params: paramsOf(org.id), body: { user_id: member.user_id } }),
    { onDone: () => toast.success(t('offeredTo', { name })) },
  )
  const removing = useOrgChange(
    () => call(orgApi.removeMember, { params: { ...paramsOf(org.id), user: String(member.user_id) } }),
    { onDone: () => toast.success(t('removed', { name })) },
  )
  const isOfferable = mayOffer(viewer, member)
  const isRemovable = mayRemove(viewer, member)
  return (
    <span className={layoutStyles.rowActions}>
      {mayEdit(viewer, member) && <QuietButton onClick={() => onEdit(member)}>{t('edit')}</QuietButton>}
      {(isOfferable || isRemovable) && (
        <RowMenu
          name={name}
          entries={
            isOfferable
              ? [
                  {
                    key: 'offer',
                    label: t('offer'),
                    icon: <Crown />,
                    disabled: offering.isPending || org.transfer !== undefined,
                    confirm: { question: t('offerQuestion', { name }), explanation: t('offerText') },
                    onSelect: () => offering.mutate(undefined),
                  },
                ]
              : []
          }
          {...(isRemovable && {
            removal: {
              verb: t('removeVerb'),
              icon: <UserMinus />,
              disabled: removing.isPending,
              question: t('removeQuestion', { name }),
              explanation: t('removeText'),
              onConfirm: () => removing.mutate(undefined),
            },
          })}
        />
      )}
    </span>
  )
}
