import type { User } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { useAgentSelf } from '../../../components/earnings/use-agent-self.ts'
import { useInvitationLink } from '../../../components/earnings/use-invitation-link.ts'
import { useTransferMinimum } from '../../../components/earnings/use-transfer-minimum.ts'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useStatus } from '../../../lib/api/status.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from './personal.module.css'

const TransferDialog = lazyPart(
  async () => (await import('../../../components/earnings/transfer-dialog.tsx')).TransferDialog,
)

const invitationText = dictionary({
  title: ['Invitations', '邀请'],
  text: [
    'Earn a reward for each sign-up through your link. Earnings can be moved to your balance.',
    '他人通过你的链接注册后，你会得到奖励。收益先留在这里，可随时划转到余额。',
  ],
  link: ['Invitation link', '邀请链接'],
  invited: ['People invited', '已邀请'],
  earned: ['Total earned', '累计收益'],
  waiting: ['Available', '待划转收益'],
  transfer: ['Move to balance', '划转到余额'],
  minimum: ['At least {amount} at a time.', '每次至少 {amount}。'],
  toAgent: ['Dividends and payouts', '分成与提现'],
})

export function InvitationSection({ user }: { user: User | undefined }) {
  const t = invitationText.use()
  const invitation = useInvitationLink()
  const minimum = useTransferMinimum()
  const hasAgents = useStatus()?.enable_agents === true
  // Shares that are not final, and those in requests for a payout, are earnings that cannot be moved.
  const hasEarnings = user !== undefined && user.aff_quota > 0
  const agent = useAgentSelf({ enabled: hasAgents || hasEarnings })
  const available = agent.data?.earnings.available ?? user?.aff_quota
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FormSection title={t('title')} text={t('text')}>
      <SectionState query={invitation} lines={1}>
        {({ link }) => (
          <div className={`${layoutStyles.framed} ${styles.once}`}>
            <div className={styles.line}>
              <code>{link}</code>
              <CopyButton text={link} name={t('link')} />
            </div>
          </div>
        )}
      </SectionState>
      <div className={styles.three}>
        <Facts>
          <Fact name={t('waiting')}>{available !== undefined && <Money quota={available} />}</Fact>
          <Fact name={t('earned')}>{user && <Money quota={user.aff_history_quota} />}</Fact>
          <Fact name={t('invited')}>{user && formatCount(user.aff_count)}</Fact>
        </Facts>
      </div>
      <div className={styles.buttons}>
        <Button disabled={available === undefined || available < minimum.quota} onClick={() => setIsOpen(true)}>
          {t('transfer')}
        </Button>
        <span className={styles.note}>{t('minimum', { amount: minimum.words })}</span>
        {hasAgents && <Link to="/agent">{t('toAgent')}</Link>}
      </div>
      {isOpen && available !== undefined && <TransferDialog available={available} onClose={() => setIsOpen(false)} />}
    </FormSection>
  )
}
