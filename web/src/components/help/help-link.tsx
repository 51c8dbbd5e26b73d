import { CircleHelp } from 'lucide-react'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import type { GuideTarget } from './guide-pages.ts'
import styles from './help-link.module.css'

const helpText = dictionary({
  help: ['Help: {about} (opens in a new tab)', '帮助：{about}（在新标签页打开）'],
})

type HelpLinkProps = {
  /** The paragraph of the handbook. */
  to: GuideTarget
  /** The explained subject, for screen readers. */
  about: string
}

/** A small icon that opens the handbook, in a window of its own: the form beside it keeps its input. */
export function HelpLink({ to, about }: HelpLinkProps) {
  const name = helpText.use()('help', { about })
  return (
    <a className={styles.link} href={`/guide/${to}`} target="_blank" rel="noopener" title={name}>
      <CircleHelp aria-hidden />
      {/* A text, not a label: forms find their fields by labels. */}
      <span className={textStyles.unseen}>{name}</span>
    </a>
  )
}
