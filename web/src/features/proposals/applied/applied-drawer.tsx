import { useQuery } from '@tanstack/react-query'
import { type AppliedPriceChange, priceSourceApi } from '@turnpike/contract/money/price-sources'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { LinesTable } from '../prices/price-change.tsx'
import { compareLines, isChanged } from '../prices/price-lines.ts'
import { appliedKey } from '../prices/use-price-proposals.ts'
import { appliedText } from './applied.text.ts'

/** Every price of an applied change, before and after. */
export function AppliedDrawer({ change, onClosed }: { change: AppliedPriceChange; onClosed: () => void }) {
  const t = appliedText.use()
  const { perUnit } = useQuotaRate()
  const query = useQuery({
    queryKey: [...appliedKey, 'one', change.id],
    queryFn: () => call(priceSourceApi.appliedOne, { params: { id: String(change.id) } }),
  })
  return (
    <SideDrawer title={t('drawerTitle', { count: change.models })} onClosed={onClosed}>
      <SectionState query={query} lines={4}>
        {({ changes }) => (
          <div className={layoutStyles.sections20}>
            {changes.map(({ model, before, after, is_undone }) => (
              <section key={model}>
                <h3 className={textStyles.medium}>
                  <code className={textStyles.mono}>{model}</code>{' '}
                  {is_undone && <span className={textStyles.quietSmall}>{t('undonePrice')}</span>}
                </h3>
                <div className={layoutStyles.scrollsSideways}>
                  <LinesTable lines={compareLines(before, after, perUnit).filter(isChanged)} />
                </div>
              </section>
            ))}
          </div>
        )}
      </SectionState>
    </SideDrawer>
  )
}
