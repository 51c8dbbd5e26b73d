import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import type { LogDetail, LogRow } from '@turnpike/contract/usage/log'
import type { ReactNode } from 'react'
import { TableHead } from '../../../components/data-table/table-head.tsx'
import textStyles from '../../../components/style/text.module.css'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useTierWords } from '../list/tier-words.ts'
import { detailText } from './detail.text.ts'
import { type CallReceipt, type Receipt, receiptOf, type TokenReceipt, type ToolLine } from './receipt.ts'
import styles from './receipt-card.module.css'
import detailStyles from './row-detail.module.css'

/** The arithmetic of a charge: one line per part, then the chain of factors down to quota and dollars. */
export function ReceiptCard({ row, detail }: { row: LogRow; detail: LogDetail }) {
  const t = detailText.use()
  const small = useSmallScreen()
  const receipt = receiptOf({ detail, quota: row.quota })
  const isFree = receipt.quota === 0 && receipt.isSum
  return (
    <section>
      {!small && (
        <h2 className={detailStyles.heading}>
          {t('charged')}
          <small>{t(receipt.kind === 'tokens' ? 'perToken' : 'perCall')}</small>
        </h2>
      )}
      <div className={styles.card}>
        {receipt.kind === 'tokens' && receipt.tier && <Tier tier={receipt.tier} />}
        {receipt.kind === 'tokens' && (small ? <TokenLines receipt={receipt} /> : <TokenTable receipt={receipt} />)}
        {receipt.tools.length > 0 && (receipt.kind === 'call' || small) && <ToolLines tools={receipt.tools} />}
        <Chain receipt={receipt} group={row.group} />
        {row.paid_by && row.paid_by.length > 0 && (
          <Payers paidBy={row.paid_by} quota={row.quota} perUnit={detail.quota_per_unit} />
        )}
        {detail.reasoning_tokens > 0 && (
          <p className={textStyles.hintBelow}>{t('reasoning', { count: formatCount(detail.reasoning_tokens) })}</p>
        )}
        {receipt.isMinimum && <p className={textStyles.hintBelow}>{t('minimum')}</p>}
        {isFree && <p className={textStyles.hintBelow}>{t('free')}</p>}
        {!receipt.isSum && <p className={textStyles.hintBelow}>{t('notSum')}</p>}
      </div>
    </section>
  )
}

/** Why the ratios differ from the model's own. */
function Tier({ tier }: { tier: NonNullable<TokenReceipt['tier']> }) {
  const t = detailText.use()
  const words = useTierWords()
  return (
    <p className={`${textStyles.secondary} ${styles.tier}`}>
      {t('tier')} <strong>{words(tier)}</strong>
    </p>
  )
}

/** The words for a kind of token, a tool or a factor. */
function usePartName() {
  const t = detailText.use()
  return (name: string) => (detailText.has(name) ? t(name) : name)
}

function TokenTable({ receipt }: { receipt: TokenReceipt }) {
  const t = detailText.use()
  const nameOf = usePartName()
  return (
    <table className={styles.table}>
      <TableHead titles={[t('part'), t('tokens'), t('weight'), t('weighted'), t('price'), t('amount')]} />
      <tbody>
        {receipt.lines.map(({ name, count, weight, weighted, price, amount }) => (
          <tr key={name}>
            <td>{nameOf(name)}</td>
            <td>
              {formatCount(count)} <Sign>×</Sign>
            </td>
            <td>
              {weight} <Sign>=</Sign>
            </td>
            <td>{weighted}</td>
            <td className={textStyles.secondary}>${price}</td>
            <td>${amount}</td>
          </tr>
        ))}
        {receipt.tools.map(({ name, count, price, amount }) => (
          <tr key={name}>
            <td>{nameOf(name)}</td>
            <td colSpan={4} className={textStyles.secondary}>
              {t('toolCalls', { count: formatCount(count), price })}
            </td>
            <td>${amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{t('total')}</td>
          <td>
            {formatCount(receipt.count)} <Sign> </Sign>
          </td>
          <td />
          <td>{receipt.weighted}</td>
          <td />
          <td>
            <strong>${receipt.dollars}</strong>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The same on a phone, where the wide table would not fit. */
function TokenLines({ receipt: { lines } }: { receipt: TokenReceipt }) {
  const nameOf = usePartName()
  return (
    <ul className={styles.lines}>
      {lines.map(({ name, count, weight, amount }) => (
        <li key={name}>
          <span>{nameOf(name)}</span>
          <span>
            {formatCount(count)} <Sign>×</Sign> {weight}
          </span>
          <span className={textStyles.secondary}>${amount}</span>
        </li>
      ))}
    </ul>
  )
}

function ToolLines({ tools }: { tools: ToolLine[] }) {
  const t = detailText.use()
  const nameOf = usePartName()
  return (
    <ul className={styles.lines}>
      {tools.map(({ name, count, price, amount }) => (
        <li key={name}>
          <span>{nameOf(name)}</span>
          <span>{t('toolCalls', { count: formatCount(count), price })}</span>
          <span className={textStyles.secondary}>${amount}</span>
        </li>
      ))}
    </ul>
  )
}

type PayersProps = { paidBy: NonNullable<LogRow['paid_by']>; quota: number; perUnit: number }

/** The plans that paid, and what the balance paid besides. */
function Payers({ paidBy, quota, perUnit }: PayersProps) {
  const t = detailText.use()
  const rest = paidBy.reduce((left, { amount }) => left - amount, quota)
  const payers = paidBy.map(({ plan, amount }) => ({ name: t('plan', { name: plan }), amount }))
  if (rest > 0) payers.push({ name: t('balance'), amount: rest })
  return (
    <dl className={styles.payers}>
      <dt className={textStyles.hint}>{t('paidBy')}</dt>
      {payers.map(({ name, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two plans may have the same name, and the rows do not move
        <dd key={index}>
          <span>{name}</span> <span>{formatMoney(dollars(amount, perUnit, amountDigits))}</span>
        </dd>
      ))}
    </dl>
  )
}
const amountDigits = 6

/** weighted × model ratio × group ratio = quota = dollars, each number with its name below. */
function Chain({ receipt, group }: { receipt: Receipt; group: string }) {
  const t = detailText.use()
  const nameOf = usePartName()
  const { groupRatio, tools, quota, dollars, quotaPerUnit, isMinimum } = receipt
  const base = receipt.kind === 'tokens' ? tokenTerms(receipt) : callTerms(receipt)
  const terms: Term[] = [
    ...base.map(({ value, name }) => ({ value, name: nameOf(name) })),
    { value: String(groupRatio), name: t('groupRatio', { group }) },
  ]
  const toolQuota = tools.map((tool) => tool.quota).join(' + ')
  return (
    <div className={styles.chain}>
      {terms.map(({ value, name }, index) => (
        <Factor key={name} sign={index > 0 ? '×' : undefined} value={value} name={name} />
      ))}
      {toolQuota && <Factor sign="+" value={toolQuota} name={t('tools')} />}
      <Factor sign="=" value={formatCount(quota)} name={t(isMinimum ? 'leastQuota' : 'quota')} isQuota />
      <div className={styles.result}>
        <Factor
          sign="="
          value={<strong>${dollarsShown(dollars)}</strong>}
          name={t('dividedBy', { rate: formatCount(quotaPerUnit) })}
        />
      </div>
    </div>
  )
}

type Term = { value: string; name: string }

const tokenTerms = ({ weighted, ratio, tier }: TokenReceipt): Term[] => [
  { value: weighted, name: 'weightedTokens' },
  { value: String(ratio), name: tier ? 'tierRatio' : 'modelRatio' },
]

const callTerms = ({ price, count, factors }: CallReceipt): Term[] => [
  { value: `$${price}`, name: 'callPrice' },
  ...(count === 1 ? [] : [{ value: formatCount(count), name: 'calls' }]),
  ...factors.filter(({ value }) => value !== 1).map(({ name, value }) => ({ value: String(value), name })),
]

/** Four decimals, as in the list, unless they would hide the amount. */
const dollarsShown = (dollars: string) => (/\.\d{4}00$/.test(dollars) ? dollars.slice(0, -2) : dollars)

type FactorProps = { sign?: string | undefined; value: ReactNode; name: string; isQuota?: boolean }

const Factor = ({ sign, value, name, isQuota = false }: FactorProps) => (
  <span className={styles.step}>
    {sign && <Sign>{sign}</Sign>}
    <span className={styles.factor} data-quota={isQuota || undefined}>
      {value}
      <small>{name}</small>
    </span>
  </span>
)

const Sign = ({ children }: { children: string }) => <span className={styles.sign}>{children}</span>
