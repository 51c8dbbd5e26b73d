import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { RichContent } from '../../components/rich-content/rich-content.tsx'
import { useStatus } from '../../lib/api/status.ts'
import styles from './frame.module.css'
import { layoutText } from './layout.text.ts'
import { loadingPages } from './loading/loading-pages.ts'

/** One line below the page; the administrator's HTML replaces it. */
export function Footer() {
  const t = layoutText.use()
  const status = useStatus()
  const isSettled = useIsPageSettled()
  if (!status || !isSettled) return null
  if (status.footer_html.trim())
    return (
      <footer className={styles.footer}>
        <RichContent text={status.footer_html} frames={false} />
      </footer>
    )
  return (
    <footer className={styles.footer}>
      <span>
        © {new Date().getFullYear()} {status.system_name || 'Turnpike'}
      </span>
      <span>{/^\d/.test(status.version) ? `v${status.version}` : status.version}</span>
      <span className={styles.links}>
        <Link to="/guide">{t('guide')}</Link>
        {status.has_faq && <Link to="/faq">{t('faq')}</Link>}
        <Link to="/reference">{t('apiReference')}</Link>
        <Link to="/status">{t('serviceStatus')}</Link>
      </span>
    </footer>
  )
}

/** A page starts to ask for its data a moment after it is drawn. */
const settledMs = 100

/** Whether this page has had its data: until then it grows, and would push the footer out of the window. */
function useIsPageSettled(): boolean {
  const { pathname } = useLocation()
  const [settled, setSettled] = useState<string>()
  const isLoading = loadingPages.use() > 0
  const isFetching = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  useEffect(() => {
    if (isLoading || isFetching) return
    const timer = setTimeout(() => setSettled(pathname), settledMs)
    return () => clearTimeout(timer)
  }, [isLoading, isFetching, pathname])
  return settled === pathname
}
