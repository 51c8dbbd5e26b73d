import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Mark } from '../../components/mark.tsx'
import { useStatus } from '../../lib/status.ts'
import styles from './brand.module.css'

/** Mark and name of this installation: ours, or what the administrator set. The window's icon follows. */
export function Brand() {
  const status = useStatus()
  const [broken, setBroken] = useState<string>()
  const logo = status?.logo && status.logo !== broken ? status.logo : undefined
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon) return
    icon.href = logo ?? '/logo.svg'
    if (logo) icon.removeAttribute('type')
    else icon.type = 'image/svg+xml'
  }, [logo])
  return (
    <Link to="/" className={styles.brand}>
      {logo ? (
        <img className={styles.logo} src={logo} alt="" referrerPolicy="no-referrer" onError={() => setBroken(logo)} />
      ) : (
        <Mark />
      )}
      <span className={styles.name}>{status?.system_name || 'Turnpike'}</span>
    </Link>
  )
}
