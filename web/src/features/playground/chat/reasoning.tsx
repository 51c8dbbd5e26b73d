import { ChevronRight } from 'lucide-react'
import { useText } from '../../../lib/text/text.ts'
import { playgroundText } from '../playground.text.ts'
import styles from './chat.module.css'

/** What the model thought before it spoke; folded, because it is long and seldom read. */
export function Reasoning({ text, isOpen }: { text: string; isOpen: boolean }) {
  const t = useText(playgroundText)
  return (
    <details className={styles.reasoning}>
      <summary>
        <ChevronRight className={styles.chevron} aria-hidden /> {t(isOpen ? 'thinking' : 'thought')}
      </summary>
      <div className={styles.thoughts}>{text}</div>
    </details>
  )
}
