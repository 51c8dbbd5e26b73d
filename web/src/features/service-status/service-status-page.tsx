import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useStatus } from '../../lib/api/status.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './service-status.module.css'

const statusText = dictionary({
  title: ['Service status', '服务状态'],
  checking: ['Checking', '正在检查'],
  ready: ['The service is running', '服务运行正常'],
  draining: ['The service is restarting', '服务正在重启'],
  database: ['The database does not respond', '数据库没有响应'],
  unreachable: ['The service cannot be reached', '无法连接到服务'],
  checked: ['Checked at {time}, again every 30 seconds', '检查于 {time}，每 30 秒更新'],
  version: ['Version', '版本'],
  started: ['Running since', '启动时间'],
  monitoring: ['For monitoring', '监控接口'],
})

type Health = 'ready' | 'draining' | 'database' | 'unreachable'

const refreshMs = 30_000

/** What a load balancer asks: whether this server can serve requests. */
async function readHealth(): Promise<Health> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store' })
    const { reason }: { reason?: unknown } = await response.json()
    if (response.ok) return 'ready'
    return reason === 'draining' || reason === 'database' ? reason : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Whether the service runs, for everybody. */
export function ServiceStatusPage() {
  const t = statusText.use()
  useDocumentTitle(t('title'))
  const status = useStatus()
  const { data: health, dataUpdatedAt } = useQuery({
    queryKey: ['service health'],
    queryFn: readHealth,
    refetchInterval: refreshMs,
  })
  const Icon = health === undefined ? LoaderCircle : health === 'ready' ? CircleCheck : CircleX
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <div className={styles.state} data-health={health} role="status">
        <Icon aria-hidden />
        <div>
          <strong>{t(health ?? 'checking')}</strong>
          {health && <p>{t('checked', { time: dayjs(dataUpdatedAt).format('HH:mm:ss') })}</p>}
        </div>
      </div>
      {status && (
        <dl>
          <dt>{t('version')}</dt>
          <dd>{status.version}</dd>
          <dt>{t('started')}</dt>
          <dd>{dayjs.unix(status.start_time).format('YYYY-MM-DD HH:mm')}</dd>
          <dt>{t('monitoring')}</dt>
          <dd>
            <a href="/healthz">/healthz</a> <a href="/readyz">/readyz</a> <a href="/api/status">/api/status</a>
          </dd>
        </dl>
      )}
    </div>
  )
}
