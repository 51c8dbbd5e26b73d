import { Tooltip } from 'antd'
import { Link, useLocation } from 'react-router'
import { useText } from '../../../lib/text/text.ts'
import { sideText } from './side.text.ts'
import { sideIcons } from './side-icons.ts'
import { isCurrent, type VisibleItem } from './side-items.ts'
import styles from './side-menu.module.css'
import { useSideItems } from './use-side-items.ts'

/** The console's items in their groups; collapsed they are icons with tooltips. */
export function SideMenu({ collapsed = false, onSelect }: { collapsed?: boolean; onSelect?: () => void }) {
  const t = useText(sideText)
  return (
    <nav className={collapsed ? `${styles.menu} ${styles.collapsed}` : styles.menu} aria-label={t('consoleMenu')}>
      {useSideItems().map(({ group, items }) => (
        <section key={group} className={styles.group} aria-label={t(group)}>
          <div className={styles.label} aria-hidden="true">
            {!collapsed && t(group)}
          </div>
          <ul>
            {items.map((item) => (
              <li key={item.key}>
                <SideMenuItem item={item} collapsed={collapsed} onSelect={onSelect} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

type SideMenuItemProps = { item: VisibleItem; collapsed: boolean; onSelect: (() => void) | undefined }

function SideMenuItem({ item: { key, path }, collapsed, onSelect }: SideMenuItemProps) {
  const name = useText(sideText)(key)
  const current = isCurrent(path, useLocation().pathname)
  const Icon = sideIcons[key]
  return (
    <Tooltip title={collapsed ? name : undefined} placement="right">
      <Link
        to={path}
        className={current ? `${styles.entry} ${styles.current}` : styles.entry}
        aria-current={current ? 'page' : undefined}
        aria-label={collapsed ? name : undefined}
        onClick={onSelect}
      >
        <Icon aria-hidden />
        {!collapsed && <span>{name}</span>}
      </Link>
    </Tooltip>
  )
}
