import { useQuery } from '@tanstack/react-query'
import { orgMay } from '@turnpike/contract/identity/organisation'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { Button, Skeleton } from 'antd'
import { Check } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { orgRoleText } from '../../../components/organisation/org-role.text.ts'
import { OrgRoleTag } from '../../../components/organisation/org-role.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { Page } from '../../../components/page/page.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { CallError, call } from '../../../lib/api/call.ts'
import { enterOrg } from '../../../lib/session/org-context.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from '../organisation.module.css'
import { useOrgChange } from '../use-org.ts'

const invitationText = dictionary({
  title: ['Invitation', '邀请'],
  heading: ['{from} invites you to {name}', '{from} 邀请你加入 {name}'],
  leadCalling: [
    'Requests that you send for the organization are paid from its balance. Its managers see what they cost, and their log entries.',
    '你以组织名义发送的请求由组织余额支付，组织的管理者可以看到费用和日志。',
  ],
  lead: ['Its members send requests that its balance pays for.', '组织成员的请求由组织余额支付。'],
  role: ['Your role', '你的角色'],
  expires: ['Invitation expires', '邀请过期时间'],
  accept: ['Join {name}', '加入 {name}'],
  later: ['Not now', '暂不加入'],
  joined: ['You are now a member of {name}', '你已加入 {name}'],
  memberTitle: ['You are already a member of {name}', '你已经是 {name} 的成员'],
  memberText: ['The invitation stays open for somebody else.', '此邀请仍可由其他人使用。'],
  open: ['Open {name}', '打开 {name}'],
  goneTitle: ['This invitation cannot be used', '此邀请无法使用'],
  goneText: [
    'It was used already, was revoked, has expired or is not complete. Ask the sender for a new one.',
    '邀请已被使用、已被撤销、已过期或不完整。请向邀请人索取新的邀请。',
  ],
  home: ['Go to the home page', '返回首页'],
})

const isGone = (error: unknown) => error instanceof CallError && error.code === 'org_invitation_gone'

const useInvitation = (code: string) =>
  useQuery({
    queryKey: ['org invitation', code],
    queryFn: () => call(orgApi.lookAtInvitation, { body: { code } }),
    retry: false,
  })

/** `/org/invitation?code=…`: who invites to which organisation. Visitors sign in first and come back. */
export function InvitationPage() {
  const t = invitationText.use()
  const [params] = useSearchParams()
  const code = params.get('code') ?? ''
  const invitation = useInvitation(code)
  return (
    <Page title={t('title')} width="form">
      {isGone(invitation.error) || code === '' ? (
        <Gone />
      ) : invitation.error ? (
        <ErrorState error={invitation.error} onRetry={invitation.refetch} retrying={invitation.isFetching} />
      ) : invitation.data ? (
        <Invitation code={code} invitation={invitation.data} />
      ) : (
        <Skeleton active paragraph={{ rows: 3 }} />
      )}
    </Page>
  )
}

type InvitationProps = { code: string; invitation: NonNullable<ReturnType<typeof useInvitation>['data']> }

function Invitation({ code, invitation }: InvitationProps) {
  const t = invitationText.use()
  const roles = orgRoleText.use()
  const enter = useEnterOrg()
  const { id, name, from, role, expires_at, is_member } = invitation
  const accepting = useOrgChange(() => call(orgApi.accept, { body: { code } }), {
    onDone: (joined) => {
      toast.success(t('joined', { name: joined.name }))
      enter(joined.id)
    },
  })
  if (isGone(accepting.error)) return <Gone />
  if (is_member)
    return (
      <EmptyState
        title={t('memberTitle', { name })}
        text={t('memberText')}
        action={
          <Button type="primary" onClick={() => enter(id)}>
            {t('open', { name })}
          </Button>
        }
      />
    )
  return (
    <div className={styles.invitation}>
      <h2 className={styles.invites}>{t('heading', { from, name })}</h2>
      <p className={textStyles.secondary}>{t(orgMay(role, 'call') ? 'leadCalling' : 'lead')}</p>
      <Facts>
        <Fact name={t('role')}>
          <OrgRoleTag role={role} />
          <p className={textStyles.hint}>{roles(`${role}May`)}</p>
        </Fact>
        <Fact name={t('expires')}>
          <RelativeTime seconds={expires_at} />
        </Fact>
      </Facts>
      <div className={layoutStyles.wrappingButtons}>
        <Button
          type="primary"
          icon={<Check />}
          loading={accepting.isPending}
          onClick={() => accepting.mutate(undefined)}
        >
          {t('accept', { name })}
        </Button>
        <LinkButton to="/">{t('later')}</LinkButton>
      </div>
    </div>
  )
}

/** Shows the organisation from now on in this tab. */
function useEnterOrg() {
  const navigate = useNavigate()
  return (id: number) => {
    enterOrg(id)
    void navigate('/org/members')
  }
}

function Gone() {
  const t = invitationText.use()
  return <EmptyState title={t('goneTitle')} text={t('goneText')} action={<LinkButton to="/">{t('home')}</LinkButton>} />
}
