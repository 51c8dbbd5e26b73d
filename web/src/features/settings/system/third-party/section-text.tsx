import type { ReactNode } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { SectionLink } from '../section-link.tsx'
import styles from './section-text.module.css'
import { thirdPartyText } from './third-party.text.ts'

type SectionTextProps = {
  words: string
  /** A link to the page where the other site is set up. */
  children?: ReactNode
}

/** What has to be set up on the other site, and a link to the section that switches it on. */
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
