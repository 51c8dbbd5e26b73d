import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ChangedDot } from '../../../components/fields/changed-dot.tsx'
import { HelpLink } from '../../../components/help/help-link.tsx'
import { settingsHelp } from '../../../components/help/help-targets.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import navLinkStyles from '../../../components/style/nav-link.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { useWords } from '../../../lib/text/words.ts'
import styles from './form.module.css'
import { formText } from './form.text.ts'
import { idOf, type SectionRow } from './section-table.ts'

type SectionListProps = {
  sections: readonly SectionRow[]
  current: SectionRow
  hasChanges: (section: SectionRow) => boolean
}

/** The sections of a tab: a column beside the form, or a row above it on a narrow screen. One section needs no list. */
export function SectionList({ sections, current, hasChanges }: SectionListProps) {
  const t = formText.use()
  const say = useWords()
  const [params] = useSearchParams()
  const list = useRef<HTMLElement>(null)

  // In a row, the current section may be scrolled out of view.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[data-section="${idOf(current)}"]`)
    list.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - 16 })
  }, [current])

  if (sections.length === 1) return null
  const addressOf = (section: SectionRow) =>
    `?${new URLSearchParams({ tab: params.get('tab') ?? '', section: idOf(section) })}`
  return (
    <div className={styles.column}>
      <nav ref={list} className={styles.list} aria-label={t('sections')}>
        {sections.map((section) => (
          <Link
            key={section.section}
            to={addressOf(section)}
            className={`${layoutStyles.row} ${navLinkStyles.link} ${styles.link}`}
            data-section={idOf(section)}
            aria-current={section === current ? 'page' : undefined}
          >
            {say(section.title)}
            {hasChanges(section) && <ChangedDot />}
          </Link>
        ))}
      </nav>
      <HelpLink to={settingsHelp[current.section]} about={say(current.title)} />
    </div>
  )
}

type Heading = { id: string; title: string }

/** The sections of a long page by their headings; a click scrolls to one. */
export function SectionJumps({ of }: { of: RefObject<HTMLElement | null> }) {
  const t = formText.use()
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
        <a
          key={id}
          href={`#${id}`}
          className={`${layoutStyles.row} ${navLinkStyles.link} ${styles.link}`}
          onClick={(event) => jump(event, id)}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
