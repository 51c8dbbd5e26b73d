import type { Statement } from '@turnpike/contract/money/statement'
import { ledgerKindsText } from '../../../components/balance/ledger-kinds.text.ts'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { digitsOf, exactMoney } from './exact-money.ts'
import { monthName } from './months.ts'
import { type Spent, SpentTable } from './spent-table.tsx'
import styles from './statement.module.css'
import { statementText } from './statement.text.ts'

type StatementViewProps = {
  statement: Statement
  /** The month is not over. */
  isPresent: boolean
}

/** The whole statement. Printing this page prints this and nothing else. */
export function StatementView({ statement, isPresent }: StatementViewProps) {
  const t = statementText.use()
  const spoken = language.use()
  const rate = useQuotaRate()
  const words = exactMoney(digitsOf(statement, rate.perUnit), rate)
  const { name, month, time_zone, members, models, rows } = statement
  return (
    <article className={styles.document}>
      <header>
        <h2 className={styles.name}>{name}</h2>
        <p className={textStyles.secondary}>{t('of', { month: monthName(month, spoken) })}</p>
      </header>
      <Balance statement={statement} isPresent={isPresent} words={words} />
      {rows.length === 0 ? (
        <p className={textStyles.quiet}>{t('noRequests')}</p>
      ) : (
        <>
          <SpentTable title={t('byMember')} heads={[t('member')]} rows={members.map(ofMember)} words={words} />
          <SpentTable title={t('byModel')} heads={[t('model')]} rows={models.map(ofModel)} words={words} />
          <SpentTable title={t('byBoth')} heads={[t('member'), t('model')]} rows={rows.map(ofBoth)} words={words} />
        </>
      )}
      <p className={textStyles.hint}>
        {t('zone', { zone: time_zone })} {t('hours')}
      </p>
    </article>
  )
}

type Member = Statement['members'][number]
type Model = Statement['models'][number]
type Both = Statement['rows'][number]

const ofMember = (row: Member): Spent => ({ ...row, key: String(row.user_id), names: [row.name] })
const ofModel = (row: Model): Spent => ({ ...row, key: row.model, names: [row.model] })
const ofBoth = (row: Both): Spent => ({ ...row, key: `${row.user_id} ${row.model}`, names: [row.name, row.model] })

type BalanceProps = StatementViewProps & { words: (quota: number) => string }

/** The opening balance and every kind of movement, what came in first, which make the closing balance. */
function Balance({ statement: { opening, closing, movements }, isPresent, words }: BalanceProps) {
  const t = statementText.use()
  const kinds = ledgerKindsText.use()
  return (
    <section className={styles.part}>
      <h3 className={textStyles.heading}>{t('balance')}</h3>
      <dl className={styles.balance}>
        <div>
          <dt>{t('opening')}</dt>
          <dd>{words(opening)}</dd>
        </div>
        {movements
          .toSorted((one, other) => other.quota - one.quota)
          .map(({ kind, quota, entries }) => (
            <div key={kind}>
              <dt>
                {ledgerKindsText.has(kind) ? kinds(kind) : kind}{' '}
                <span className={textStyles.quietSmall}>{t('entries', { count: entries })}</span>
              </dt>
              <dd>
                {quota > 0 && '+'}
                {words(quota)}
              </dd>
            </div>
          ))}
        {movements.length === 0 && (
          <div>
            <dt className={textStyles.quiet}>{t('noMovements')}</dt>
          </div>
        )}
        <div className={styles.sum}>
          <dt>{t(isPresent ? 'closingNow' : 'closing')}</dt>
          <dd>{words(closing)}</dd>
        </div>
      </dl>
    </section>
  )
}
