import { Tooltip } from 'antd'
import type { LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import styles from './side.module.css'
import { sideText } from './side.text.ts'
import { isCurrent, type VisibleItem } from './side-items.ts'

type SideMenuItemProps = {
  item: VisibleItem
  icon: LucideIcon
  collapsed: boolean
  onSelect: (() => void) | undefined
}

/** One item of the side bar: a link with its icon; collapsed, the icon alone with a tooltip. */
export function SideMenuItem({ item: { key, path }, icon: Icon, collapsed, onSelect }: SideMenuItemProps) {
  const name = sideText.use()(key)
  const current = isCurrent(key, useLocation().pathname)
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
