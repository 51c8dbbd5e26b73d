import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { call } from '../../lib/api/call.ts'
import { leaveOrg } from '../../lib/session/org-context.ts'
import { leaveText } from './leave.text.ts'
import { type OrgProps, paramsOf, useOrgChange } from './use-org.ts'

/** Asks before the person leaves the organisation. */
export function LeaveDialog({ org, onClose }: OrgProps & { onClose: () => void }) {
  const t = leaveText.use()
  const navigate = useNavigate()
  const leaving = useOrgChange(() => call(orgApi.leave, { params: paramsOf(org.id) }), {
    onDone: () => {
      toast.success(t('left', { name: org.name }))
      leaveOrg()
      void navigate('/token')
    },
  })
  return (
    <ConfirmDialog
      danger
      title={t('question', { name: org.name })}
      text={t('text')}
      verb={t('verb')}
      busy={leaving.isPending}
      onConfirm={() => leaving.mutate(undefined)}
      onCancel={onClose}
    />
  )
}
