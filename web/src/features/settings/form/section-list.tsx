import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ChangedDot } from '../../../components/fields/changed-dot.tsx'
import { HelpLink } from '../../../components/help/help-link.tsx'
import { useText } from '../../../lib/text/text.ts'
import styles from './section-list.module.css'
import { settingsFormText } from './settings-form.text.ts'
import type { SettingsSection } from './settings-section.ts'

type SectionListProps = {
  sections: readonly SettingsSection[]
  current: SettingsSection
  hasChanges: (section: SettingsSection) => boolean
}

/** The sections of a tab: a column beside the form, or a row above it on a narrow screen. */
export function SectionList({ sections, current, hasChanges }: SectionListProps) {
  const t = useText(settingsFormText)
  const [params] = useSearchParams()
  const list = useRef<HTMLElement>(null)

  // In a row, the current section may be scrolled out of view.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[data-section="${current.id}"]`)
    list.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - 16 })
  }, [current.id])

  const addressOf = (section: SettingsSection) =>
    `?${new URLSearchParams({ tab: params.get('tab') ?? '', section: section.id })}`
  return (
    <div className={styles.column}>
      <nav ref={list} className={styles.list} aria-label={t('sections')}>
        {sections.map((section) => (
          <Link
            key={section.id}
            to={addressOf(section)}
            className={styles.link}
            data-section={section.id}
            aria-current={section === current ? 'page' : undefined}
          >
            {section.title}
            {hasChanges(section) && <ChangedDot />}
          </Link>
        ))}
      </nav>
      <HelpLink to={current.help} about={current.title} />
    </div>
  )
}
