import { orgMay } from '@turnpike/contract/identity/organisation'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Callout } from '../../components/states/callout.tsx'
import { dictionary } from '../../lib/text/text.ts'
import styles from './organisation.module.css'
import type { OrgProps } from './use-org.ts'

const emptyBalanceText = dictionary({
  title: ['The organization has no balance', '组织没有余额'],
  text: ['Members can send requests once it is topped up.', '充值后成员才能发送请求。'],
  topUp: ['Top up', '充值'],
})

/** The next step in a new organisation, for those who may pay. */
export function EmptyBalance({ org }: OrgProps) {
  const t = emptyBalanceText.use()
  if (!org.balance || org.balance.quota > 0 || !orgMay(org.role, 'pay')) return null
  return (
    <div className={styles.notice}>
      <Callout
        tone="warning"
        title={t('title')}
        text={t('text')}
        action={<LinkButton to="/topup">{t('topUp')}</LinkButton>}
      />
    </div>
  )
}
