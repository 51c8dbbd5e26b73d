import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/system/status'
import { Skeleton } from 'antd'
import { Mark } from '../../components/brand/mark.tsx'
import { RichContent } from '../../components/rich-content/rich-content.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './about.module.css'
import { aboutText } from './about.text.ts'

/** The administrator's text about this installation; empty while there is none. */
const useAbout = () => useQuery({ queryKey: ['about'], queryFn: () => call(statusApi.about) })

/** The administrator's text about this installation, or the default one. */
export function AboutPage() {
  const t = useText(aboutText)
  useDocumentTitle(t('pageTitle'))
  const { data, error, refetch, isFetching } = useAbout()
  if (data === '') return <DefaultAbout />
  if (data !== undefined)
    return (
      <div className={styles.configured}>
        <RichContent text={data} />
      </div>
    )
  return (
    <div className={styles.page}>
      {error ? <ErrorState error={error} onRetry={refetch} retrying={isFetching} /> : <Loading />}
    </div>
  )
}

function Loading() {
  return <Skeleton className={styles.loading} paragraph={{ rows: 6 }} />
}

function DefaultAbout() {
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
