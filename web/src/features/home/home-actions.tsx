import { Button } from 'antd'
import { ArrowRight } from 'lucide-react'
import { useHref, useLinkClickHandler } from 'react-router'
import { consoleEntry } from '../../lib/session/console-entry.ts'
import { session } from '../../lib/session/session.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './home.module.css'
import { homeText } from './home.text.ts'

/** One primary action and one quiet one, each leading to a page that exists: pricing takes over the quiet one once it does. */
export function HomeActions() {
  const t = useText(homeText)
  const isSignedIn = session.use() !== undefined
  const next = isSignedIn ? consoleEntry : '/login'
  const href = useHref(next)
  const go = useLinkClickHandler<HTMLElement>(next)
  return (
    <div className={styles.actions}>
      <Button type="primary" size="large" href={href} onClick={go}>
        {isSignedIn ? t('openConsole') : t('getKey')}
        <ArrowRight aria-hidden />
      </Button>
      <Button size="large" href="/api/docs">
        {t('readReference')}
      </Button>
    </div>
  )
}
