import type { ReactNode } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { SectionLink } from '../section-link.tsx'
import styles from './section-text.module.css'
import { thirdPartyText } from './third-party.text.ts'

type SectionTextProps = {
  words: string
  /** A way to the page where the other side is set up. */
  children?: ReactNode
}

/** What has to be set up elsewhere, and where it is then switched on: filling it in does not do that. */
export function SectionText({ words, children }: SectionTextProps) {
  const t = useText(thirdPartyText)
  return (
    <>
      {words}
      {children && <span className={styles.line}>{children}</span>}
      <span className={styles.line}>
        {t('switchOn')} <SectionLink to="login">{t('login')}</SectionLink>
      </span>
    </>
  )
}
