import { Tooltip } from 'antd'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useStatus } from '../../../lib/api/status.ts'
import { sidebarCollapsed } from '../../../lib/browser/preferences.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import styles from './side.module.css'
import { sideText } from './side.text.ts'
import { isCollapsed } from './side-items.ts'
import { SideMenu } from './side-menu.tsx'

/** The console's menu at the left, wide or collapsed to icons; the choice is stored. */
export function SideBar() {
  const t = sideText.use()
  const narrow = useMedia('(max-width: 1279px)')
  const collapsed = isCollapsed(sidebarCollapsed.use(), narrow, useStatus()?.default_collapse_sidebar ?? false)
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <aside className={collapsed ? `${styles.bar} ${styles.narrow}` : styles.bar} aria-label={t('consoleMenu')}>
      <div className={styles.menu}>
        <SideMenu collapsed={collapsed} />
      </div>
      <Tooltip title={collapsed ? t('expand') : undefined} placement="right">
        <button
          type="button"
          className={styles.collapse}
          aria-label={collapsed ? t('expand') : undefined}
          aria-expanded={!collapsed}
          onClick={() => sidebarCollapsed.set(!collapsed)}
        >
          <Icon aria-hidden />
          {!collapsed && <span>{t('collapse')}</span>}
        </button>
      </Tooltip>
    </aside>
  )
}
