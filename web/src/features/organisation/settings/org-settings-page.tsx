import { orgMay } from '@turnpike/contract/identity/organisation'
import type { Organisation } from '@turnpike/contract/identity/organisation-api'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { useState } from 'react'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { LimitStates } from '../../../components/limits/limit-states.tsx'
import { OrgRoleTag } from '../../../components/organisation/org-role.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { Page } from '../../../components/page/page.tsx'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { LeaveDialog } from '../leave-dialog.tsx'
import { OrgPage } from '../org-page.tsx'
import styles from '../organisation.module.css'
import { TransferNotice } from '../transfer-notice.tsx'
import type { OrgProps } from '../use-org.ts'
import { orgSettingsText } from './org-settings.text.ts'
import { SettingsForm } from './settings-form.tsx'

const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

/** The name and warning of the organisation, what it is, and the ways out of it. */
export function OrgSettingsPage() {
  const t = orgSettingsText.use()
  return <OrgPage title={t('title')}>{(org) => <Settings key={org.id} org={org} />}</OrgPage>
}

function Settings({ org }: { org: Organisation }) {
  const t = orgSettingsText.use()
  return (
    <Page title={t('title')} facts={org.name} width="form">
      <TransferNotice org={org} />
      <div className={styles.form}>
        {orgMay(org.role, 'manage') && <SettingsForm org={org} />}
        <OrgFacts org={org} />
        {org.role === 'owner' ? (
          <>
            <Ownership org={org} />
            <Ending org={org} kind="deletion" />
          </>
        ) : (
          <Ending org={org} kind="leaving" />
        )}
      </div>
    </Page>
  )
}

/** What the organisation is, and what of its balance and limits is used. */
function OrgFacts({ org }: OrgProps) {
  const t = orgSettingsText.use()
  const { balance, states } = org
  return (
    <FormSection title={t('facts')} text={t('factsText')}>
      <Facts>
        <Fact name={t('yourRole')}>
          <OrgRoleTag role={org.role} />
        </Fact>
        <Fact name={t('group')}>
          <GroupTag name={org.group} />
        </Fact>
        <Fact name={t('members')}>{formatCount(org.members)}</Fact>
        <Fact name={t('created')}>
          <RelativeTime seconds={org.created_at} />
        </Fact>
        {balance && (
          <>
            <Fact name={t('balance')}>
              <Money quota={balance.quota} />
            </Fact>
            <Fact name={t('reserved')}>
              <Money quota={balance.held} of="spend" />
            </Fact>
            <Fact name={t('spent')}>
              <Money quota={balance.used_quota} of="spend" />
            </Fact>
            <Fact name={t('requests')}>{formatCount(balance.request_count)}</Fact>
          </>
        )}
      </Facts>
      <div>
        <h3 className={textStyles.hint}>{t('states')}</h3>
        {states.length > 0 ? <LimitStates states={states} /> : <p>{t('noLimits')}</p>}
      </div>
    </FormSection>
  )
}

function Ownership({ org: { transfer } }: OrgProps) {
  const t = orgSettingsText.use()
  return (
    <FormSection title={t('ownership')} text={t('ownershipText')}>
      <p>{transfer ? t('pending', { from: transfer.from, to: transfer.to }) : t('noTransfer')}</p>
      <div>
        <LinkButton to="/org/members">{t('toMembers')}</LinkButton>
      </div>
    </FormSection>
  )
}

const dialogs = { leaving: LeaveDialog, deletion: DeleteDialog }

/** Leaving the organisation, or deleting it: a dialog asks. */
function Ending({ org, kind }: OrgProps & { kind: keyof typeof dialogs }) {
  const t = orgSettingsText.use()
  const Dialog = dialogs[kind]
  const [isAsking, setIsAsking] = useState(false)
  return (
    <FormSection title={t(kind)} text={t(`${kind}Text`)}>
      <div>
        <Button danger onClick={() => setIsAsking(true)}>
          {t(kind === 'leaving' ? 'leave' : 'delete')}
        </Button>
      </div>
      {isAsking && <Dialog org={org} onClose={() => setIsAsking(false)} />}
    </FormSection>
  )
}
