import { Mark } from '../../components/brand/mark.tsx'
import { useStatus } from '../../lib/api/status.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './about.module.css'
import { aboutText } from './about.text.ts'

export function DefaultAbout() {
  const t = useText(aboutText)
  const status = useStatus()
  return (
    <div className={styles.page}>
      <article className={styles.about}>
        {!status?.logo && <Mark size={40} />}
        <h1>{t('title', { name: status?.system_name || 'Turnpike' })}</h1>
        <p>{t('what')}</p>
        <dl>
          {status && (
            <div>
              <dt>{t('version')}</dt>
              <dd>{status.version}</dd>
            </div>
          )}
          <div>
            <dt>{t('reference')}</dt>
            <dd>
              <a href="/api/docs">{t('openReference')}</a>
            </dd>
          </div>
          <div>
            <dt>{t('licence')}</dt>
            <dd>{t('licenceText')}</dd>
          </div>
        </dl>
      </article>
    </div>
  )
}
