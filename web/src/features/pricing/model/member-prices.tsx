import type { MemberPrice } from '@turnpike/contract/money/pricing'
import textStyles from '../../../components/style/text.module.css'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { useText } from '../../../lib/text/text.ts'
import { amountText, type LineName, lineOf, type Terms } from '../prices/price-lines.ts'
import styles from './model-drawer.module.css'
import { modelDrawerText } from './model-drawer.text.ts'
import { inDollars } from './price-lines.tsx'

type MemberPricesProps = { members: readonly MemberPrice[]; group: string; terms: Terms }

const lines: readonly LineName[] = ['input', 'output', 'call']

/** The models that a virtual one stands for, with their main prices for the shown group. */
export function MemberPrices({ members, group, terms }: MemberPricesProps) {
  const t = useText(modelDrawerText)
  const shown = lines.filter((line) => members.some((member) => lineOf(member, line)))
  return (
    <section>
      <h3 className={styles.heading}>
        {t('prices')} <span>{t('per', { group })}</span> <RatioTag ratio={terms.groupRatio} />
      </h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('servedBy')}</th>
            {shown.map((line) => (
              <th key={line} className={styles.figure}>
                {t(line)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.model_name}>
              <th scope="row">
                <code>{member.model_name}</code>
              </th>
              {shown.map((line) => {
                const found = lineOf(member, line)
                return (
                  <td key={line} className={styles.figure}>
                    {found ? amountText(found, inDollars(terms)) : '—'}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={textStyles.hintBelow}>{t('virtualHint')}</p>
    </section>
  )
}
