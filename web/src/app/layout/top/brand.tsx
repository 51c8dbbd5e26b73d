import { useEffect } from 'react'
import { Link } from 'react-router'
import { BrandLine } from '../../../components/brand/brand-line.tsx'
import { useLogo } from '../../../components/brand/use-logo.ts'
import { useStatus } from '../../../lib/api/status.ts'
import styles from './top-bar.module.css'

/** The product's logo, which stands in the document. */
let ownIcon: string | undefined

/** Logo and name of this installation: the product's, or those the administrator set. The favicon is the same logo. */
export function Brand() {
  const status = useStatus()
  const { logo, onBroken } = useLogo(status?.logo ?? '')
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon) return
    ownIcon ??= icon.href
    icon.href = logo ?? ownIcon
    if (logo) icon.removeAttribute('type')
    else icon.type = 'image/svg+xml'
  }, [logo])
  return (
    <Link to="/" className={styles.brand}>
      <BrandLine name={status?.system_name || 'Turnpike'} logo={logo} onBroken={onBroken} />
    </Link>
  )
}
