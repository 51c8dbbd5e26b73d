import { type AdminOrg, orgAdminApi } from '@turnpike/contract/identity/organisation-api'
import { Popconfirm } from 'antd'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { Money } from '../../components/figures/money.tsx'
import { useGrowingList } from '../../components/list-page/use-growing-list.ts'
import { OrgRoleTag } from '../../components/organisation/org-role.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { call } from '../../lib/api/call.ts'
import styles from './organisations.module.css'
import { organisationsText } from './organisations.text.ts'
import { listName, paramsOf, useUpdateOrganisation } from './use-organisations.ts'

/** The members of an organisation with what each spent, a few at a time. */
export function OrganisationMembers({ org }: { org: AdminOrg }) {
  const t = organisationsText.use()
  const members = useGrowingList({
    queryKey: [listName, 'members', org.id],
    load: (query) => call(orgAdminApi.members, { params: paramsOf(org), query }),
    idOf: ({ user_id }) => user_id,
    atOnce: 10,
  })
  if (members.isError && !members.data)
    return <ErrorState error={members.error} onRetry={members.refetch} retrying={members.isFetching} />
  if (!members.data) return <div className={layoutStyles.loadingBar} aria-busy="true" />
  if (members.data.length === 0) return <p className={textStyles.quiet}>{t('noMembers')}</p>
  return (
    <div>
      <ul className={layoutStyles.framed} aria-label={t('members')}>
        {members.data.map(({ user_id, username, role, used_quota }) => (
          <li key={user_id} className={styles.member}>
            <span className={textStyles.growingEllipsis} title={username}>
              {username}
            </span>
            <OrgRoleTag role={role} />
            <Money quota={used_quota} of="spend" />
            {role !== 'owner' && org.state !== 'deleted' && <MakeOwner org={org} id={user_id} name={username} />}
          </li>
        ))}
      </ul>
      {members.hasNextPage && (
        <QuietButton loading={members.isFetchingNextPage} onClick={() => members.fetchNextPage()}>
          {t('moreMembers')}
        </QuietButton>
      )}
    </div>
  )
}

/** For an organisation whose owner cannot act any more. */
function MakeOwner({ org, id, name }: { org: AdminOrg; id: number; name: string }) {
  const t = organisationsText.use()
  const changing = useUpdateOrganisation(org, () => toast.success(t('madeOwner', { name })))
  return (
    <Popconfirm
      placement="topRight"
      title={t('makeOwnerQuestion', { name })}
      description={t('makeOwnerText')}
      okText={t('makeOwner')}
      cancelText={t('cancel')}
      onConfirm={() => changing.mutate({ owner_id: id })}
    >
      <QuietButton loading={changing.isPending}>{t('makeOwner')}</QuietButton>
    </Popconfirm>
  )
}
