import { Link } from 'react-router'
import styles from './page.module.css'

type PageTabsProps = {
  /** The name of the tabs: "Settings". */
  label: string
  /** `query` is the address of the tab: "?tab=system". */
  tabs: readonly { query: string; text: string; isCurrent: boolean }[]
}

/** On a phone the tabs scroll sideways: the current one comes into view. */
function showTab(tab: HTMLAnchorElement | null) {
  const row = tab?.parentElement
  if (!tab || !row) return
  const [own, around] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += own.left - around.left - (around.width - own.width) / 2
}

/** Every tab has an address, so the tabs are links: they can be shared and opened in a new window. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ query, text, isCurrent }) => (
        <Link
          key={query}
          ref={isCurrent ? showTab : undefined}
          to={query}
          preventScrollReset
          className={styles.tab}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
