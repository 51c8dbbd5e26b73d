import { Link } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { settingsText } from './settings.text.ts'
import type { SettingsTab } from './settings-page.tsx'
import styles from './settings-tabs.module.css'

type SettingsTabsProps = { tabs: readonly SettingsTab[]; current: SettingsTab }

/** The tabs are places with an address, so they are links: they can be shared and opened beside each other. */
export function SettingsTabs({ tabs, current }: SettingsTabsProps) {
  const t = useText(settingsText)
  return (
    <nav className={styles.tabs} aria-label={t('tabs')}>
      {tabs.map((tab) => (
        <Link key={tab} to={`?tab=${tab}`} className={styles.tab} aria-current={tab === current ? 'page' : undefined}>
          {t(tab)}
        </Link>
      ))}
    </nav>
  )
}
