import type { Overview } from '@turnpike/contract/system/overview'
import { StaleLine } from '../../components/data-table/stale-line.tsx'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { attentionCount } from './attention.ts'
import styles from './overview.module.css'
import { overviewText } from './overview.text.ts'
import { ChangesBlock } from './parts/changes-block.tsx'
import { FailingBlock } from './parts/failing-block.tsx'
import { LowBlock } from './parts/low-block.tsx'
import { MoneyStrip } from './parts/money-strip.tsx'
import { PaymentsBlock } from './parts/payments-block.tsx'
import { PricesBlock } from './parts/prices-block.tsx'
import { useOverview } from './use-overview.ts'

/** What an administrator should know today: money, failures, low balances, payments and prices that wait, changes. */
export function OverviewPage() {
  const t = overviewText.use()
  const query = useOverview()
  const { data, error, isError, isFetching, refetch } = query
  const attention = data && attentionCount(data)
  return (
    <Page
      title={t('title')}
      facts={attention === undefined ? undefined : attention === 0 ? t('allWell') : t('needed', { count: attention })}
      actions={<RefreshButton onClick={refetch} busy={isFetching} />}
    >
      {isError && !data ? (
        <Sheet>
          <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
        </Sheet>
      ) : (
        <>
          {isError && <StaleLine error={error} onRetry={refetch} retrying={isFetching} />}
          <MoneyStrip money={data?.money} />
          {data ? <Blocks overview={data} /> : <div className={styles.waiting} aria-busy="true" />}
        </>
      )}
    </Page>
  )
}

const Blocks = ({ overview }: { overview: Overview }) => (
  <div className={styles.columns}>
    <div>
      <FailingBlock {...overview} />
      <PaymentsBlock {...overview} />
    </div>
    <div>
      <LowBlock {...overview} />
      <PricesBlock {...overview} />
      <ChangesBlock {...overview} />
    </div>
  </div>
)
