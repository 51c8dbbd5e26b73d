import type { PriceSpan } from '@turnpike/contract/money/price-tiers'
import type { PricedModel } from '@turnpike/contract/money/pricing'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { lengthText } from '../../../lib/models/length-text.ts'
import { tierText } from '../../../lib/models/tier.text.ts'
import { amountText, inDollars, type Terms } from '../../../lib/prices/price-lines.ts'
import { lengthRows, linesOfRows, percentOf, serviceRows, type TierRow } from '../../../lib/prices/tier-prices.ts'
import styles from '../pricing.module.css'
import { modelDrawerText } from './model-drawer.text.ts'
import { useUnitName } from './price-lines.tsx'
import { PriceSection, PriceTable } from './price-section.tsx'

type TierTablesProps = { model: PricedModel; terms: Terms }

/** What changes the price from call to call: the length of the input, the service tier, the time of day. */
export function TierTables({ model, terms }: TierTablesProps) {
  const t = modelDrawerText.use()
  const words = tierText.use()
  const unitName = useUnitName(model, terms.unit)
  const lengths = lengthRows(model)
  const services = serviceRows(model)
  const [firstLonger] = lengths.slice(1)
  const lengthName = ({ above }: TierRow) =>
    above === undefined
      ? t('upTo', { count: lengthText(firstLonger?.above ?? 0) })
      : t('above', { count: lengthText(above) })
  const serviceName = ({ service, above }: TierRow) =>
    [service ? words(service) : t('standard'), above !== undefined && t('above', { count: lengthText(above) })]
      .filter(Boolean)
      .join(t('comma'))
  return (
    <>
      {lengths.length > 0 && (
        <PriceSection title={t('byLength')} beside={<span>{unitName}</span>} hint={t('byLengthHint')}>
          <TierTable title={t('inputTokens')} rows={lengths} nameOf={lengthName} terms={terms} />
        </PriceSection>
      )}
      {services.length > 0 && (
        <PriceSection title={t('byService')} beside={<span>{unitName}</span>} hint={t('byServiceHint')}>
          <TierTable title={t('service')} rows={services} nameOf={serviceName} terms={terms} />
        </PriceSection>
      )}
      {model.tiers?.times && <TimeTable {...model.tiers.times} />}
    </>
  )
}

type TierTableProps = { title: string; rows: readonly TierRow[]; nameOf: (row: TierRow) => string; terms: Terms }

function TierTable({ title, rows, nameOf, terms }: TierTableProps) {
  const t = modelDrawerText.use()
  const lines = linesOfRows(rows)
  return (
    <PriceTable head={title} columns={lines.map((line) => t(line))}>
      {rows.map((row) => (
        <tr key={nameOf(row)}>
          <th scope="row">{nameOf(row)}</th>
          {lines.map((name) => {
            const line = row.lines[name]
            return (
              <td key={name} className={styles.figure}>
                {line ? amountText(line, inDollars(terms)) : '—'}
              </td>
            )
          })}
        </tr>
      ))}
    </PriceTable>
  )
}

/** The first day of 2023 was a Sunday. */
const dayName = (day: number, spoken: string) =>
  new Intl.DateTimeFormat(spoken, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day))

function TimeTable({ zone, spans }: { zone: string; spans: readonly PriceSpan[] }) {
  const t = modelDrawerText.use()
  const spoken = language.use()
  return (
    <PriceSection title={t('byTime')} beside={<span>{zone}</span>} hint={t('byTimeHint')}>
      <PriceTable head={t('start')} columns={[t('change')]}>
        {spans.map((span) => (
          <tr key={`${span.from} ${span.to} ${span.days?.join()}`}>
            <th scope="row">
              {span.from}–{span.to}{' '}
              {span.days && (
                <span className={textStyles.quietSmall}>
                  {span.days.map((day) => dayName(day, spoken)).join(t('comma'))}
                </span>
              )}
            </th>
            <td className={styles.figure}>{changeText(percentOf(span))}</td>
          </tr>
        ))}
      </PriceTable>
    </PriceSection>
  )
}

const changeText = (percent: number) => (percent < 0 ? `−${-percent}%` : `+${percent}%`)
