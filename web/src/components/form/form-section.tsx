import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import type { GuideTarget } from '../help/guide-pages.ts'
import { HelpLink } from '../help/help-link.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './form.module.css'

type FormSectionProps = {
  title: string
  /** One sentence about these fields. */
  text?: ReactNode
  /** The page of the handbook that explains these fields. */
  help?: GuideTarget
  /** The fragment of an address that leads here. */
  anchor?: string
  /** `Field` elements; two of them in a `FieldPair` share a row. */
  children: ReactNode
}

/** A part of a long form: title and sentence left, fields right; one above the other where the form is narrow. */
export function FormSection({ title, text, help, anchor, children }: FormSectionProps) {
  const id = useId()
  const { hash } = useLocation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (anchor && hash === `#${anchor}`) section.current?.scrollIntoView({ block: 'start' })
  }, [anchor, hash])
  return (
    <section ref={section} id={anchor} className={styles.section} aria-labelledby={id}>
      <div>
        <div className={styles.head}>
          <h2 id={id} className={textStyles.heading}>
            {title}
          </h2>
          {help && <HelpLink to={help} about={title} />}
        </div>
        {text && <p className={textStyles.lead}>{text}</p>}
      </div>
      <div className={`${layoutStyles.sections20} ${styles.fields}`}>{children}</div>
    </section>
  )
}

/** Two short fields beside each other. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>
