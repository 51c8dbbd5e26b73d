import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { call } from '../../lib/api/call.ts'
import { leaveOrg } from '../../lib/session/org-context.ts'
import { dictionary } from '../../lib/text/text.ts'
import { type OrgProps, paramsOf, useOrgChange } from './use-org.ts'

const leaveText = dictionary({
  question: ['Leave {name}?', '退出 {name}？'],
  text: [
    'Your tokens of the organization stop working immediately. Running requests finish. You need a new invitation to come back.',
    '你在组织中的令牌立即停止工作，进行中的请求会完成。再次加入需要新的邀请。',
  ],
  verb: ['Leave', '退出'],
  left: ['You left {name}', '你已退出 {name}'],
})

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
