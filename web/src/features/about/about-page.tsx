import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/system/status'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { Mark } from '../../components/brand/mark.tsx'
import { RichPage } from '../../components/rich-content/rich-content.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './about.module.css'

const aboutText = dictionary({
  pageTitle: ['About', '关于'],
  title: ['About {name}', '关于 {name}'],
  what: [
    'This is an AI model gateway. One address and one kind of key reach many model providers. It keeps each account’s balance and shows the channel and cost of every request.',
    '这是一个 AI 模型网关：用一个地址、一种密钥使用众多模型服务，并为每个账户记账。每次请求经由哪个渠道、花了多少钱，都可以查到。',
  ],
  version: ['Version', '版本'],
  reference: ['API reference', '接口文档'],
  openReference: ['Open the reference', '打开文档'],
  licence: ['License', '许可'],
  licenceText: [
    'Built on Turnpike, free software under the MIT license.',
    '基于 Turnpike 构建，以 MIT 许可发布的自由软件。',
  ],
})

/** The administrator's text about this installation; empty while there is none. */
const useAbout = () => useQuery({ queryKey: ['about'], queryFn: () => call(statusApi.about) })

/** The administrator's text about this installation, or the default one. */
export function AboutPage() {
  const t = aboutText.use()
  useDocumentTitle(t('pageTitle'))
  const { data, error, refetch, isFetching } = useAbout()
  if (data === '') return <DefaultAbout />
  if (data !== undefined) return <RichPage text={data} />
  return (
    <div className={styles.page}>
      {error ? <ErrorState error={error} onRetry={refetch} retrying={isFetching} /> : <Loading />}
    </div>
  )
}

function Loading() {
  return <Skeleton className={layoutStyles.lateBars ?? ''} paragraph={{ rows: 6 }} />
}

function DefaultAbout() {
  const t = aboutText.use()
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
              <Link to="/reference">{t('openReference')}</Link>
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
