import type { PricedModel } from '@turnpike/contract/money/pricing'
import { formatCount } from '@turnpike/contract/quota'
import type { ModelPage } from '@turnpike/contract/routing/model-page'
import { Select } from 'antd'
import { Fragment, useState } from 'react'
import { TableHead } from '../../components/data-table/table-head.tsx'
import { Fact, Facts } from '../../components/figures/facts.tsx'
import { ModelLink } from '../../components/model-link/model-link.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { GroupTags } from '../../components/tags/group-tags.tsx'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { lengthText } from '../../lib/models/length-text.ts'
import { tierText } from '../../lib/models/tier.text.ts'
import { amountText, isPerCall, linesOf, type Priced, type Terms } from '../../lib/prices/price-lines.ts'
import { lengthRows, linesOfRows, serviceRows, type TierRow } from '../../lib/prices/tier-prices.ts'
import { session } from '../../lib/session/session.ts'
import styles from './model.module.css'
import { modelText } from './model.text.ts'

type ModelPricesProps = { model: ModelPage; price: PricedModel }

/** What the model costs in a group that the reader may use, its tiers included. */
export function ModelPrices({ model: { group_ratio }, price }: ModelPricesProps) {
  const t = modelText.use()
  const { perUnit } = useQuotaRate()
  const own = session.use()?.group ?? ''
  const ratios = new Map(Object.entries(group_ratio))
  const groups = price.enable_groups.filter((group) => ratios.has(group))
  const [chosen, setChosen] = useState<string>()
  const group = [chosen, own, ...groups].find((each) => each !== undefined && groups.includes(each))
  const groupRatio = group === undefined ? 1 : (ratios.get(group) ?? 1)
  const terms: Terms = { unit: '1m', groupRatio, quotaPerUnit: perUnit }
  const { context, max_output, members } = price
  return (
    <Sheet
      title={t('prices')}
      facts={t(isPerCall(price) ? 'perCall' : 'perMillion')}
      extra={
        group !== undefined && (
          <Select
            size="small"
            aria-label={t('groups')}
            value={group}
            popupMatchSelectWidth={false}
            options={groups.map((each) => ({
              value: each,
              label: t('inGroup', { group: each, ratio: ratios.get(each) ?? 1 }),
            }))}
            onChange={setChosen}
          />
        )
      }
    >
      {(members ?? [price]).map((member: Priced) => (
        <Fragment key={member.model_name}>
          {members && (
            <h3 className={styles.member}>
              {t('members')} <ModelLink name={member.model_name} />
            </h3>
          )}
          <table className={styles.table}>
            <tbody>
              {linesOf(member).map((line) => (
                <tr key={line.name}>
                  <th scope="row">{t(line.name)}</th>
                  <td>{amountText(line, terms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Tiers model={member} terms={terms} />
        </Fragment>
      ))}
      <Facts>
        {context !== undefined && !members && (
          <Fact name={t('context')}>{t('tokens', { count: formatCount(context) })}</Fact>
        )}
        {max_output !== undefined && !members && (
          <Fact name={t('maxOutput')}>{t('tokens', { count: formatCount(max_output) })}</Fact>
        )}
        {price.enable_groups.length > 0 && (
          <Fact name={t('groups')}>
            <GroupTags names={price.enable_groups} />
          </Fact>
        )}
      </Facts>
    </Sheet>
  )
}

/** What changes the price from request to request. */
function Tiers({ model, terms }: { model: Priced; terms: Terms }) {
  const t = modelText.use()
  const words = tierText.use()
  const services = serviceRows(model)
  const rows = services.length > 0 ? [...lengthRows(model), ...services.slice(1)] : lengthRows(model)
  if (rows.length === 0) return null
  const [, firstLonger] = lengthRows(model)
  const base = firstLonger?.above === undefined ? t('standard') : t('upTo', { count: lengthText(firstLonger.above) })
  const nameOf = ({ service, above }: TierRow) =>
    [service && words(service), above !== undefined && words('above', { count: lengthText(above) })]
      .filter(Boolean)
      .join(t('comma')) || base
  const lines = linesOfRows(rows)
  return (
    <div className={layoutStyles.scrollsSideways}>
      <table className={styles.table}>
        <TableHead titles={[t('tier'), ...lines.map((line) => t(line))]} />
        <tbody>
          {rows.map((row) => (
            <tr key={nameOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {lines.map((name) => {
                const line = row.lines[name]
                return <td key={name}>{line ? amountText(line, terms) : '—'}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
