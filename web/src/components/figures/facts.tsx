import type { ReactNode } from 'react'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import textStyles from '../style/text.module.css'
import styles from './figures.module.css'

/** Names and values, side by side as the width allows. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

/** One name and its value; a grey bar while the value loads. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  const late = useDelayed(150)
  return (
    <div>
      <dt className={textStyles.hint}>{name}</dt>
      <dd className={styles.value}>{children ?? (late && <span className={styles.bar} />)}</dd>
    </div>
  )
}
