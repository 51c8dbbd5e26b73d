import { Link } from 'react-router'
import { RichContent } from '../../components/rich-content/rich-content.tsx'
import { useStatus } from '../../lib/api/status.ts'
import styles from './frame.module.css'
import { layoutText } from './layout.text.ts'

/** One line below the page; the administrator's HTML replaces it. */
export function Footer() {
  const t = layoutText.use()
  const status = useStatus()
  if (!status) return null
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
        <Link to="/guide">{t('help')}</Link>
        <Link to="/reference">{t('apiReference')}</Link>
        <a href="/api/status">{t('serviceStatus')}</a>
      </span>
    </footer>
  )
}
