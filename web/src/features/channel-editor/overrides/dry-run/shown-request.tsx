import type { DryRunResult } from '@turnpike/contract/routing/channel'
import { Callout } from '../../../../components/states/callout.tsx'
import textStyles from '../../../../components/style/text.module.css'
import styles from './dry-run.module.css'
import { dryRunText } from './dry-run.text.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'

/** A request to the upstream, before and after the overrides. */
export function ShownRequest({ result }: { result: DryRunResult }) {
  const t = dryRunText.use()
  const { method, url, before, after = before, refusal } = result
  const headers = lineDiff(headerLines(before?.headers), headerLines(after?.headers))
  const body = lineDiff(bodyLines(before?.body), bodyLines(after?.body))
  const isChanged = [...headers, ...body].some(({ kind }) => kind !== 'same')
  return (
    <section className={styles.request} aria-label={t('result')}>
      {refusal && (
        <Callout
          tone="warning"
          title={t('refused', { status: refusal.status, code: refusal.code })}
          text={refusal.message}
        />
      )}
      {before && (
        <>
          <h3 className={textStyles.heading}>{t(refusal ? 'refusedRequest' : 'result')}</h3>
          <p className={styles.address}>
            <strong>{method}</strong> {url}
          </p>
          {!refusal && <p className={textStyles.hint}>{t(isChanged ? 'legend' : 'unchanged')}</p>}
          <Diff label={t('sentHeaders')} lines={headers} />
          <Diff label={t('sentBody')} lines={body} />
        </>
      )}
    </section>
  )
}

/** Sorted, because the order of headers means nothing. */
const headerLines = (headers: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .sort((one, other) => one.localeCompare(other))
const bodyLines = (body: unknown): string[] =>
  body === undefined || body === null ? [] : JSON.stringify(body, null, 2).split('\n')

const signs = { same: ' ', removed: '−', added: '+' }

function Diff({ label, lines }: { label: string; lines: readonly DiffLine[] }) {
  const t = dryRunText.use()
  if (lines.length === 0) return null
  return (
    <div>
      <h4 className={styles.part}>{label}</h4>
      <ol className={styles.lines}>
        {lines.map(({ kind, text }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are drawn once and never moved
          <li key={line} className={styles[kind]}>
            <span aria-hidden="true">{signs[kind]}</span>
            {kind !== 'same' && <span className={textStyles.unseen}>{t(kind)}</span>}
            <code>{text}</code>
          </li>
        ))}
      </ol>
    </div>
  )
}
