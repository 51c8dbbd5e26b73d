import type { PricedModel, PricingGroups } from '@turnpike/contract/money/pricing'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { useText } from '../../../lib/text/text.ts'
import { amountText, linesOf, type Terms } from '../prices/price-lines.ts'
import styles from './model-drawer.module.css'
import { modelDrawerText } from './model-drawer.text.ts'
import { inDollars, useUnitName } from './price-lines.tsx'

type GroupPricesProps = { model: PricedModel; groups: PricingGroups; group: string; terms: Terms }

/** The groups whose users may call the model, with its main prices; the ratios of other people's groups are not known. */
export function GroupPrices({ model, groups: { group_ratio }, group, terms }: GroupPricesProps) {
  const t = useText(modelDrawerText)
  const unitName = useUnitName(model, terms.unit)
  const lines = linesOf(model).filter(({ name }) => name === 'input' || name === 'output' || name === 'call')
  const ratios = new Map(Object.entries(group_ratio))
  return (
    <section>
      <h3 className={styles.heading}>
        {t('groups')} <span>{unitName}</span>
      </h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('group')}</th>
            {lines.map(({ name }) => (
              <th key={name} className={styles.figure}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {model.enable_groups.map((name) => {
            const groupRatio = ratios.get(name)
            return (
              <tr key={name} aria-current={name === group || undefined}>
                <th scope="row" className={styles.group}>
                  <GroupTag name={name} /> {groupRatio !== undefined && <RatioTag ratio={groupRatio} />}
                </th>
                {groupRatio === undefined ? (
                  <td colSpan={lines.length} className={`${styles.figure} ${styles.ratio}`}>
                    {t('unknownRatio')}
                  </td>
                ) : (
                  lines.map((line) => (
                    <td key={line.name} className={styles.figure}>
                      {amountText(line, { ...inDollars(terms), groupRatio })}
                    </td>
                  ))
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
