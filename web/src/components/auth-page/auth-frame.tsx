import type { ReactNode } from 'react'
import { RoadDrawing } from '../road-drawing/road-drawing.tsx'
import textStyles from '../style/text.module.css'
import styles from './auth-page.module.css'
import { authPageText } from './auth-page.text.ts'

type AuthFrameProps = {
  title: string
  /** One line below the title: a link to another page, or the purpose of this page. */
  lead?: ReactNode
  children: ReactNode
}

/** The two halves of every page before sign-in: a drawing on petrol, and a form. Narrow windows show the form alone. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  const t = authPageText.use()
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <RoadDrawing variant="panel" />
        <div className={styles.promise}>
          <p className={styles.promiseTitle}>{t('promise')}</p>
          <p className={styles.proof}>{t('proof')}</p>
        </div>
      </div>
      <div className={styles.side}>
        <div className={styles.form}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={textStyles.lead}>{lead}</p>}
          {children}
        </div>
      </div>
    </div>
  )
}
