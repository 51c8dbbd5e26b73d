import { orgMay } from '@turnpike/contract/identity/organisation'
import type { Organisation } from '@turnpike/contract/identity/organisation-api'
import { Button } from 'antd'
import { FileSpreadsheet, LogOut, Settings2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { MoreMenu } from '../../../components/menu/more-menu.tsx'
import { Page } from '../../../components/page/page.tsx'
import { PageTabs } from '../../../components/page/page-tabs.tsx'
import { drawerName } from '../../../lib/address/opened.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { EmptyBalance } from '../empty-balance.tsx'
import { LeaveDialog } from '../leave-dialog.tsx'
import { OrgPage } from '../org-page.tsx'
import styles from '../organisation.module.css'
import { TransferNotice } from '../transfer-notice.tsx'
import { InvitationList } from './invitation-list.tsx'
import { MemberList } from './member-list.tsx'
import { membersText } from './members.text.ts'

const InviteDrawer = lazyPart(async () => (await import('./invite-drawer.tsx')).InviteDrawer)

const tabs = ['members', 'invitations'] as const
const inviting = 'invite'

/** The members of the organisation, what each spends, and who is invited. */
export function MembersPage() {
  const t = membersText.use()
  return <OrgPage title={t('title')}>{(org) => <Members key={org.id} org={org} />}</OrgPage>
}

function Members({ org }: { org: Organisation }) {
  const t = membersText.use()
  const small = useSmallScreen()
  const [params] = useSearchParams()
  const drawer = useOpened(drawerName)
  const mayManage = orgMay(org.role, 'manage')
  const tab = mayManage && params.get('tab') === 'invitations' ? 'invitations' : 'members'
  const invite = mayManage && (
    <Button type="primary" icon={<UserPlus />} onClick={() => drawer.open(inviting)}>
      {t('invite')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      facts={t('facts', { name: org.name, count: org.members })}
      bar={invite}
      actions={
        <>
          <OtherPages org={org} />
          {!small && invite}
        </>
      }
    >
      <TransferNotice org={org} />
      <EmptyBalance org={org} />
      {mayManage && (
        <div className={styles.tabs}>
          <PageTabs
            label={t('tabs')}
            tabs={tabs.map((name) => ({
              query: name === 'members' ? '?' : `?tab=${name}`,
              text: t(name === 'members' ? 'title' : name),
              isCurrent: name === tab,
            }))}
          />
        </div>
      )}
      {tab === 'members' ? <MemberList org={org} /> : <InvitationList org={org} invite={invite} />}
      {mayManage && drawer.value === inviting && <InviteDrawer org={org} onClosed={drawer.close} />}
    </Page>
  )
}

/** The other pages of the organisation, and the way out of it. */
function OtherPages({ org }: { org: Organisation }) {
  const t = membersText.use()
  const navigate = useNavigate()
  const [isLeaving, setIsLeaving] = useState(false)
  const maySee = orgMay(org.role, 'watch')
  const statement = {
    key: 'statement',
    label: t('statement'),
    icon: <FileSpreadsheet />,
    onSelect: () => void navigate('/org/statement'),
  }
  const settings = {
    key: 'settings',
    label: t('settings'),
    icon: <Settings2 />,
    onSelect: () => void navigate('/org/settings'),
  }
  const leave = {
    key: 'leave',
    label: t('leave'),
    icon: <LogOut />,
    danger: true,
    onSelect: () => setIsLeaving(true),
  }
  return (
    <>
      <MoreMenu entries={[...(maySee ? [statement] : []), settings, ...(org.role === 'owner' ? [] : [leave])]} />
      {isLeaving && <LeaveDialog org={org} onClose={() => setIsLeaving(false)} />}
    </>
  )
}
