import type { OrgInvitation } from '@turnpike/contract/identity/organisation-api'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { Popconfirm } from 'antd'
import type { ReactNode } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { OrgRoleTag } from '../../../components/organisation/org-role.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { call } from '../../../lib/api/call.ts'
import { type OrgProps, paramsOf, useOrgChange } from '../use-org.ts'
import { inviteText } from './invite.text.ts'
import { useInvitations } from './use-members.ts'

/** The invitations, newest first; open ones can be revoked. */
export function InvitationList({ org, invite }: OrgProps & { invite: ReactNode }) {
  const t = inviteText.use()
  const invitations = useInvitations(org.id)
  const columns: TableColumns<OrgInvitation> = titledColumns(
    t,
    {
      to: { ellipsis: true, render: (_, { email }) => email || t('byLinkRow') },
      role: { width: 112, render: (_, { role }) => <OrgRoleTag role={role} /> },
      status: { width: 112, render: (_, { state }) => <InvitationState state={state} /> },
      by: { width: 128, ellipsis: true, render: (_, { created_by }) => created_by },
      created: { width: 112, render: (_, { created_at }) => <RelativeTime seconds={created_at} /> },
      expires: { width: 112, render: (_, { expires_at }) => <RelativeTime seconds={expires_at} /> },
      acceptedBy: { width: 128, ellipsis: true, render: (_, { accepted_by }) => accepted_by || '—' },
    },
    actionsColumn<OrgInvitation>(t('actions'), 88, (invitation) => <Revoke org={org} invitation={invitation} />),
  )
  return (
    <ListTable
      list={{ query: invitations }}
      words={t}
      emptyAction={invite}
      columns={columns}
      card={(invitation) => <InvitationCard org={org} invitation={invitation} />}
    />
  )
}

type InvitationProps = OrgProps & { invitation: OrgInvitation }

/** An invitation on a small screen. */
function InvitationCard({ org, invitation }: InvitationProps) {
  const t = inviteText.use()
  const { email, role, state, created_by, created_at, expires_at, accepted_by } = invitation
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{email || t('byLinkRow')}</strong>
        <InvitationState state={state} />
      </header>
      <div className={layoutStyles.cardLine}>
        <OrgRoleTag role={role} />
        <span className={textStyles.quietEllipsis}>
          {created_by} · <RelativeTime seconds={created_at} />
        </span>
      </div>
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietSmall}>
          {state === 'accepted' ? (
            `${t('acceptedBy')} ${accepted_by}`
          ) : (
            <>
              {t('expires')} <RelativeTime seconds={expires_at} />
            </>
          )}
        </span>
        <Revoke org={org} invitation={invitation} />
      </footer>
    </article>
  )
}

const kinds: Record<OrgInvitation['state'], StatusKind> = {
  open: 'on',
  accepted: 'off',
  revoked: 'off',
  expired: 'attention',
}

function InvitationState({ state }: { state: OrgInvitation['state'] }) {
  const t = inviteText.use()
  return <StatusTag kind={kinds[state]}>{t(state)}</StatusTag>
}

function Revoke({ org, invitation }: InvitationProps) {
  const t = inviteText.use()
  const params = { ...paramsOf(org.id), invitation: String(invitation.id) }
  const revoking = useOrgChange(() => call(orgApi.revokeInvitation, { params }), {
    onDone: () => toast.success(t('revokedOne')),
  })
  if (invitation.state !== 'open') return null
  return (
    <Popconfirm
      placement="topRight"
      title={t('revokeQuestion')}
      description={t('revokeText')}
      okText={t('revoke')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      onConfirm={() => revoking.mutate(undefined)}
    >
      <QuietButton loading={revoking.isPending}>{t('revoke')}</QuietButton>
    </Popconfirm>
  )
}
