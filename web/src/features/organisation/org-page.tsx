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
import { enterOrg, org } from '../../lib/session/org-context.ts'
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
})

/** The tab leaves an organisation that the person is no member of. */
const isMissing = (error: Error) => error instanceof CallError && error.code === 'org_missing'

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
      ) : shown.isError && !isMissing(shown.error) ? (
        <ErrorState error={shown.error} onRetry={shown.refetch} retrying={shown.isFetching} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </Page>
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
