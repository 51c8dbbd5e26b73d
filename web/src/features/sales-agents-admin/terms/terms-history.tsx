import type { TermsRow } from '@turnpike/contract/money/agents/agent-api'
import { type OwnTerms, usualTerms } from '@turnpike/contract/money/agents/terms'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { Sheet } from '../../../components/page/sheet.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import textStyles from '../../../components/style/text.module.css'
import { formatMinute } from '../../../lib/format/format-time.ts'
import styles from './terms.module.css'
import { termsText } from './terms.text.ts'
import { changedTerms, type TermName, termWords, withTermsBefore } from './terms-words.ts'

const shownAtFirst = 10

/** Who set which terms, and when, newest first. */
export function TermsHistory({ history }: { history: readonly TermsRow[] }) {
  const t = termsText.use()
  const [isOpen, setIsOpen] = useState(false)
  const rows = withTermsBefore(history)
  const shown = isOpen ? rows : rows.slice(0, shownAtFirst)
  return (
    <Sheet flush title={t('historyTitle')}>
      {rows.length === 0 ? (
        <EmptyState title={t('noHistory')} text={t('noHistoryText')} />
      ) : (
        <>
          <p className={styles.note}>{t('historyText')}</p>
          <div className={`${styles.history} ${styles.head}`} aria-hidden="true">
            <span>{t('when')}</span>
            <span>{t('of')}</span>
            <span>{t('what')}</span>
            <span>{t('who')}</span>
          </div>
          <ul aria-label={t('historyTitle')}>
            {shown.map((row) => (
              <HistoryRow key={row.id} row={row} before={row.before} />
            ))}
          </ul>
        </>
      )}
      {rows.length > shown.length && (
        <div className={styles.line}>
          <QuietButton onClick={() => setIsOpen(true)}>{t('showAll', { count: rows.length })}</QuietButton>
        </div>
      )}
    </Sheet>
  )
}

function HistoryRow({ row, before }: { row: TermsRow; before: OwnTerms }) {
  const t = termsText.use()
  const money = useAmountWords()
  const wordsOf = (name: TermName, own: OwnTerms) =>
    own[name] === undefined ? t('inherited') : termWords(name, { ...usualTerms, ...own }, { t, money })
  const changes = changedTerms(before, row.terms).map((name) =>
    t('changedTo', { name: t(name), before: wordsOf(name, before), after: wordsOf(name, row.terms) }),
  )
  return (
    <li className={styles.history}>
      <time dateTime={new Date(row.from * 1000).toISOString()}>{formatMinute(row.from)}</time>
      <span className={textStyles.shrinkingAnywhere}>
        <Subject row={row} />
      </span>
      <span className={`${styles.changes} ${textStyles.shrinkingAnywhere}`}>
        {(changes.length > 0 ? changes : [t('nothingChanged')]).map((change) => (
          <span key={change}>{change}</span>
        ))}
      </span>
      <span className={textStyles.shrinkingAnywhere}>{row.actor}</span>
    </li>
  )
}

function Subject({ row: { scope, subject, subject_id } }: { row: TermsRow }) {
  const t = termsText.use()
  if (scope === 'installation') return t('installation')
  if (scope === 'group') return t('ofGroup', { name: subject })
  return <Link to={`/agent/manage?open=${subject_id}`}>{t('ofAgent', { name: subject || `#${subject_id}` })}</Link>
}
