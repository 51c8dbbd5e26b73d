import type { ReactNode } from 'react'
import { Lanes } from '../../components/lanes/lanes.tsx'
import { useText } from '../../lib/text.ts'
import styles from './gate-frame.module.css'
import { loginText } from './login.text.ts'

/** The two halves of every page before sign-in: the road on petrol, and a form. Narrow windows keep the form alone. */
export function GateFrame({ children }: { children: ReactNode }) {
  const t = useText(loginText)
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <Lanes variant="panel" />
        <div className={styles.promise}>
          <p className={styles.title}>{t('promise')}</p>
          <p className={styles.proof}>{t('proof')}</p>
        </div>
      </div>
      <div className={styles.side}>
        <div className={styles.form}>{children}</div>
      </div>
    </div>
  )
}
