import type { ReactNode } from 'react'
import { useText } from '../../lib/text/text.ts'
import { Lanes } from '../road-drawing/road-drawing.tsx'
import styles from './auth-frame.module.css'
import { gateText } from './auth-page.text.ts'

type GateFrameProps = {
  title: string
  /** One line below it: where else to go, or what this page does. */
  lead?: ReactNode
  children: ReactNode
}

/** The two halves of every page before sign-in: the road on petrol, and a form. Narrow windows keep the form alone. */
export function GateFrame({ title, lead, children }: GateFrameProps) {
  const t = useText(gateText)
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <Lanes variant="panel" />
        <div className={styles.promise}>
          <p className={styles.promiseTitle}>{t('promise')}</p>
          <p className={styles.proof}>{t('proof')}</p>
        </div>
      </div>
      <div className={styles.side}>
        <div className={styles.form}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
      </div>
    </div>
  )
}
