import { formatCount } from '@turnpike/contract/quota'
import textStyles from '../../../components/style/text.module.css'
import styles from './statement.module.css'
import { statementText } from './statement.text.ts'

export type Spent = {
  key: string
  /** What the row is about: a member, a model, or both. */
  names: string[]
  quota: number
  calls: number
  prompt_tokens: number
  completion_tokens: number
}

type SpentTableProps = {
  title: string
  /** The titles of the columns of names. */
  heads: string[]
  rows: readonly Spent[]
  words: (quota: number) => string
}

const figures = ['calls', 'prompt_tokens', 'completion_tokens', 'quota'] as const

const sumOf = (rows: readonly Spent[]) =>
  Object.fromEntries(figures.map((figure) => [figure, rows.reduce((sum, row) => sum + row[figure], 0)])) as Record<
    (typeof figures)[number],
    number
  >

/** Requests, Tokens and amounts, with their sum. On a phone the Tokens are a line below a single name. */
export function SpentTable({ title, heads, rows, words }: SpentTableProps) {
  const t = statementText.use()
  return (
    <section className={styles.part}>
      <h3 className={textStyles.heading}>{title}</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={styles.text}>
                {head}
              </th>
            ))}
            <th scope="col">{t('requests')}</th>
            <th scope="col" className={styles.wide}>
              {t('inputTokens')}
            </th>
            <th scope="col" className={styles.wide}>
              {t('outputTokens')}
            </th>
            <th scope="col">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {row.names.map((name, at) =>
                at === 0 ? (
                  <th key={heads[at]} scope="row" className={styles.text}>
                    {name}
                    {heads.length === 1 && <TokensLine {...row} />}
                  </th>
                ) : (
                  <td key={heads[at]} className={styles.text}>
                    {name}
                  </td>
                ),
              )}
              <Figures {...row} words={words} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={styles.text} colSpan={heads.length}>
              {t('total')}
            </th>
            <Figures {...sumOf(rows)} words={words} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type Sums = Pick<Spent, (typeof figures)[number]>

function Figures({ calls, prompt_tokens, completion_tokens, quota, words }: Sums & Pick<SpentTableProps, 'words'>) {
  return (
    <>
      <td>{formatCount(calls)}</td>
      <td className={styles.wide}>{formatCount(prompt_tokens)}</td>
      <td className={styles.wide}>{formatCount(completion_tokens)}</td>
      <td>{words(quota)}</td>
    </>
  )
}

function TokensLine({ prompt_tokens, completion_tokens }: Pick<Spent, 'prompt_tokens' | 'completion_tokens'>) {
  const t = statementText.use()
  return (
    <span className={styles.narrow}>
      {t('tokensOf', { input: formatCount(prompt_tokens), output: formatCount(completion_tokens) })}
    </span>
  )
}
