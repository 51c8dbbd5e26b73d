import type { NoticeChecks } from '@turnpike/contract/money/payment'
import { Check, Clock, Minus, X } from 'lucide-react'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from './notices.module.css'
import { noticesText } from './notices.text.ts'

/** The checks in the order in which they are shown. */
const checks = [
  ['signature', 'signature'],
  ['merchant', 'merchant'],
  ['order', 'orderCheck'],
  ['amount', 'amount'],
  ['method', 'method'],
  ['paid', 'paid'],
] as const satisfies readonly (readonly [keyof NoticeChecks, string])[]

/** A payment that is not made yet may still be: that is no failure. */
function verdictOf(name: keyof NoticeChecks, passed: boolean | null) {
  if (passed === null) return 'unchecked'
  if (passed) return 'passed'
  return name === 'paid' ? 'notYet' : 'failed'
}
const icons = { passed: Check, failed: X, unchecked: Minus, notYet: Clock }

/** The verdict of each check as a mark beside its name; `long` also says it in words, one line each. */
export function NoticeChecksList({ notice, long = false }: { notice: { checks: NoticeChecks }; long?: boolean }) {
  const t = noticesText.use()
  return (
    <ul className={long ? styles.checkLines : styles.checks} aria-label={t('checks')}>
      {checks.map(([name, words]) => {
        const verdict = verdictOf(name, notice.checks[name])
        const Icon = icons[verdict]
        return (
          <li key={name} className={styles[verdict]} title={`${t(words)}: ${t(verdict)}`}>
            <Icon aria-hidden />
            <span>{t(words)}</span>
            <span className={long ? layoutStyles.atEnd : textStyles.unseen}>{t(verdict)}</span>
          </li>
        )
      })}
    </ul>
  )
}
