import type { Organisation } from '@turnpike/contract/identity/organisation-api'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { OrgRoleTag } from '../../components/organisation/org-role.tsx'
import { useOrgs } from '../../components/organisation/use-orgs.ts'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { Row, RowList } from '../../components/row-list/row-list.tsx'
import { SectionState } from '../../components/row-list/section-state.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { CallError } from '../../lib/api/call.ts'
import { useOrg } from '../../lib/api/organisations.ts'
import { enterOrg, leaveOrg, org } from '../../lib/session/org-context.ts'
import { dictionary } from '../../lib/text/text.ts'

const orgPageText = dictionary({
  choose: ['Choose an organization', '选择组织'],
  chooseText: ['This page is about one organization.', '此页面显示一个组织的内容。'],
  open: ['Open', '打开'],
  noneTitle: ['You belong to no organization', '你还没有加入任何组织'],
  noneText: [
    'Members of an organization send requests that its shared balance pays for.',
    '组织成员的请求由组织的共享余额支付。',
  ],
  create: ['Create organization', '创建组织'],
  goneTitle: ['You are not a member of this organization', '你不是此组织的成员'],
  goneText: ['It may have been deleted, or your membership has ended.', '组织可能已被删除，或你已不再是成员。'],
  personal: ['Go to your own account', '回到个人账户'],
})

type OrgPageProps = {
  title: string
  /** The page of the organisation that the tab acts for. */
  children: (org: Organisation) => ReactNode
}

/** A page about the organisation of this tab. Without one it offers those that the person belongs to. */
export function OrgPage({ title, children }: OrgPageProps) {
  const id = org.use()
  const shown = useOrg()
  if (id !== undefined && shown.data) return children(shown.data)
  return (
    <Page title={title} width="form">
      {id === undefined ? (
        <ChooseOrg />
      ) : shown.isError ? (
        <NoOrg error={shown.error} onRetry={() => void shown.refetch()} isRetrying={shown.isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </Page>
  )
}

function NoOrg({ error, onRetry, isRetrying }: { error: Error; onRetry: () => void; isRetrying: boolean }) {
  const t = orgPageText.use()
  if (!(error instanceof CallError) || error.code !== 'org_missing')
    return <ErrorState error={error} onRetry={onRetry} retrying={isRetrying} />
  return (
    <EmptyState
      title={t('goneTitle')}
      text={t('goneText')}
      action={
        <Button type="primary" onClick={leaveOrg}>
          {t('personal')}
        </Button>
      }
    />
  )
}

function ChooseOrg() {
  const t = orgPageText.use()
  const orgs = useOrgs()
  const create = (
    <LinkButton type="primary" to="/org/new">
      {t('create')}
    </LinkButton>
  )
  return (
    <SectionState query={orgs} lines={3}>
      {({ items, may_create }) =>
        items.length === 0 ? (
          <EmptyState title={t('noneTitle')} text={t('noneText')} action={may_create && create} />
        ) : (
          <>
            <EmptyState title={t('choose')} text={t('chooseText')} />
            <RowList>
              {items.map(({ id, name, role }) => (
                <Row
                  key={id}
                  title={name}
                  detail={<OrgRoleTag role={role} />}
                  actions={<Button onClick={() => enterOrg(id)}>{t('open')}</Button>}
                />
              ))}
            </RowList>
          </>
        )
      }
    </SectionState>
  )
}
