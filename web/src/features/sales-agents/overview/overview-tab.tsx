import { useQuery } from '@tanstack/react-query'
import { agentApi } from '@turnpike/contract/money/agents/agent-api'
import { formatCount } from '@turnpike/contract/quota'
import { Link } from 'react-router'
import { agentKey } from '../../../components/earnings/use-agent-self.ts'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { EarningsCard } from '../earnings/earnings-card.tsx'
import { LinkCard } from '../earnings/link-card.tsx'
import type { TabProps } from '../tab-props.ts'
import { MonthChart } from './month-chart.tsx'
import { conversion, filledMonths, monthsOfTable } from './months.ts'
import { MonthsTable } from './months-table.tsx'
import styles from './overview.module.css'
import { overviewText } from './overview.text.ts'
import { Statement } from './statement.tsx'

/** What the agent brought and earned, by month, and the statement of a month. */
export function OverviewTab({ self }: TabProps) {
  const t = overviewText.use()
  const query = useQuery({ queryKey: [agentKey, 'months'], queryFn: () => call(agentApi.months) })
  const isEmpty = self.invited === 0 && self.earnings.shares === 0
  return (
    <div className={styles.stack}>
      <EarningsCard self={self} />
      <LinkCard />
      {isEmpty ? (
        <Sheet>
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        </Sheet>
      ) : (
        <>
          <Sums self={self} />
          <Sheet title={t('months')} facts={t('utc')}>
            <SectionState query={query} lines={6}>
              {(data) => {
                const months = filledMonths(data, new Date())
                return (
                  <>
                    <MonthChart months={months.toReversed()} />
                    <MonthsTable months={monthsOfTable(months)} basis={self.terms.basis} />
                  </>
                )
              }}
            </SectionState>
          </Sheet>
        </>
      )}
      <Statement />
    </div>
  )
}

function Sums({ self: { invited, paying, earnings } }: TabProps) {
  const t = overviewText.use()
  return (
    <Sheet>
      <Facts>
        <Fact name={t('invitedPeople')}>{formatCount(invited)}</Fact>
        <Fact name={t('payingPeople')}>
          {formatCount(paying)} <span className={textStyles.quietLight}>{conversion(paying, invited)}</span>
        </Fact>
        <Fact name={t('inAll')}>
          <Money quota={earnings.shares} />
          <SmallLink to="?tab=dividends">{t('toDividends')}</SmallLink>
        </Fact>
        <Fact name={t('rewards')}>
          <Money quota={earnings.rewards} />
          <SmallLink to="/topup?view=rebates">{t('toRewards')}</SmallLink>
        </Fact>
      </Facts>
    </Sheet>
  )
}

const SmallLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={`${textStyles.small} ${styles.smallLink}`}>
    {children}
  </Link>
)
