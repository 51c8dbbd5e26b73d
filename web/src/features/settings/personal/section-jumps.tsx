import { type MouseEvent, type RefObject, useEffect, useState } from 'react'
import { language } from '../../../lib/browser/preferences.ts'
import { useText } from '../../../lib/text/text.ts'
import styles from '../form/form.module.css'
import { formText } from '../form/form.text.ts'

type Heading = { id: string; title: string }

/** The sections of a long page by their headings; a click scrolls to one. */
export function SectionJumps({ of }: { of: RefObject<HTMLElement | null> }) {
  const t = useText(formText)
  const spoken = language.use()
  const [headings, setHeadings] = useState<Heading[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another language the headings are others
  useEffect(() => {
    const found = [...(of.current?.querySelectorAll('h2[id]') ?? [])]
    setHeadings(found.map(({ id, textContent }) => ({ id, title: textContent ?? '' })))
  }, [of, spoken])

  function jump(event: MouseEvent, id: string) {
    event.preventDefault()
    const heading = document.getElementById(id)
    heading?.scrollIntoView({ block: 'start' })
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav className={styles.list} aria-label={t('sections')}>
      {headings.map(({ id, title }) => (
        <a key={id} href={`#${id}`} className={styles.link} onClick={(event) => jump(event, id)}>
          {title}
        </a>
      ))}
    </nav>
  )
}
