import type { PriceProposal } from '@turnpike/contract/money/price-sources'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { TableHead } from '../../../components/data-table/table-head.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import { Callout } from '../../../components/states/callout.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import type { ListAct } from '../list/use-list-keys.ts'
import { LinesTable } from './price-change.tsx'
import { Change, Effect, linesOfProposal, Margin, Week } from './price-columns.tsx'
import { riskOf } from './price-facts.ts'
import styles from './prices.module.css'
import { proposalsText } from './prices.text.ts'
import { useWhatIf } from './use-price-proposals.ts'

type ProposalDrawerProps = {
  proposal: PriceProposal
  quotaPerUnit: number
  acts: readonly ListAct<PriceProposal>[]
  onClosed: () => void
}

/** Every part of a proposed price, and its effect on the customers. */
export function ProposalDrawer({ proposal, quotaPerUnit, acts, onClosed }: ProposalDrawerProps) {
  const t = proposalsText.use()
  const { model, listed, source_name, reason, created_at, decided_at, decided_by, margin } = proposal
  const why = reason === 'decided' ? 'decided_' : reason
  return (
    <SideDrawer
      title={model}
      onClosed={onClosed}
      {...(acts.length > 0 && {
        buttons: ({ close }) => (
          <div className={layoutStyles.endButtons}>
            {[...acts].reverse().map((act) => (
              <Button
                key={act.key}
                type={act.key === 'a' ? 'primary' : 'default'}
                onClick={() => {
                  close()
                  act.run([proposal])
                }}
              >
                {act.label}
              </Button>
            ))}
          </div>
        ),
      })}
    >
      <div className={layoutStyles.sections20}>
        {riskOf(proposal) ? (
          <Callout tone="warning" title={t(why)} />
        ) : (
          <p className={textStyles.secondary}>{t(why)}</p>
        )}
        <div className={layoutStyles.scrollsSideways}>
          <LinesTable lines={linesOfProposal(proposal, quotaPerUnit)} />
        </div>
        <Facts>
          <Fact name={t('change')}>
            <Change proposal={proposal} />
          </Fact>
          <Fact name={t('week')}>
            <Week proposal={proposal} />
          </Fact>
          <Fact name={t('effect')}>
            <Effect proposal={proposal} />
          </Fact>
          <Fact name={margin ? t('channelMargin', { name: margin.channel_name }) : t('margin')}>
            <Margin proposal={proposal} />
          </Fact>
          <Fact name={t('source')}>{source_name}</Fact>
          <Fact name={t('listed')}>{listed}</Fact>
          <Fact name={t('since')}>
            <RelativeTime seconds={created_at} />
          </Fact>
          {decided_at > 0 && (
            <Fact name={t('decided')}>
              {decided_by} <RelativeTime seconds={decided_at} />
            </Fact>
          )}
        </Facts>
        {proposal.effect.calls > 0 && <Customers proposal={proposal} />}
      </div>
    </SideDrawer>
  )
}

/** The charges of the last days at the new price, per customer. */
function Customers({ proposal }: { proposal: PriceProposal }) {
  const t = proposalsText.use()
  const query = useWhatIf(proposal)
  return (
    <section className={layoutStyles.looseCard}>
      <h3 className={textStyles.heading}>{t('customers')}</h3>
      <SectionState query={query} lines={3}>
        {({ customers, customers_total, total, unknown }) =>
          total.calls === 0 ? (
            <p className={textStyles.quiet}>{t('noneCalled')}</p>
          ) : (
            <>
              <div className={layoutStyles.scrollsSideways}>
                <table className={styles.lines}>
                  <TableHead titles={[t('user'), t('was'), t('would'), t('difference')]} />
                  <tbody>
                    {customers.slice(0, customersMax).map((customer) => (
                      <tr key={customer.user_id}>
                        <th scope="row">{customer.username || `#${customer.user_id}`}</th>
                        <Sums {...customer} />
                      </tr>
                    ))}
                  </tbody>
                  <tfoot>
                    <tr>
                      <th scope="row">{t('sum')}</th>
                      <Sums {...total} />
                    </tr>
                  </tfoot>
                </table>
              </div>
              {customers_total > customersMax && (
                <p className={textStyles.hint}>
                  {t('moreCustomers', { shown: customersMax, total: formatCount(customers_total) })}
                </p>
              )}
              {unknown.calls > 0 && <p className={textStyles.hint}>{t('unknownCalls', { count: unknown.calls })}</p>}
            </>
          )
        }
      </SectionState>
    </section>
  )
}

const customersMax = 20

const Sums = ({ quota, would }: { quota: number; would: number }) => (
  <>
    <td>
      <Money quota={quota} of="spend" />
    </td>
    <td>
      <Money quota={would} of="spend" />
    </td>
    <td>
      {would > quota && '+'}
      <Money quota={would - quota} of="spend" />
    </td>
  </>
)
