import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/system/status'
import { Skeleton } from 'antd'
import { RichContent } from '../../components/rich-content/rich-content.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { call } from '../../lib/api/call.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './about.module.css'
import { aboutText } from './about.text.ts'
import { DefaultAbout } from './default-about.tsx'

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
