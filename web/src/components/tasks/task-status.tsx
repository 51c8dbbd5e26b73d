import { dictionary } from '../../lib/text/text.ts'
import { type StatusKind, StatusTag } from '../tags/status-tag.tsx'

const statusText = dictionary({
  submitting: ['Submitting', '正在提交'],
  NOT_START: ['Not started', '未启动'],
  SUBMITTED: ['In queue', '队列中'],
  QUEUED: ['Queuing', '排队中'],
  MODAL: ['Window wait', '窗口等待'],
  IN_PROGRESS: ['Processing', '执行中'],
  SUCCESS: ['Success', '成功'],
  FAILURE: ['Failed', '失败'],
  UNKNOWN: ['Unknown', '未知'],
})

const kinds = {
  submitting: 'off',
  NOT_START: 'off',
  SUBMITTED: 'off',
  QUEUED: 'off',
  MODAL: 'attention',
  IN_PROGRESS: 'running',
  SUCCESS: 'on',
  FAILURE: 'stopped',
  UNKNOWN: 'attention',
} as const satisfies Record<keyof (typeof statusText)['en'], StatusKind>
type StatusName = keyof typeof kinds

const isStatusName = (status: string): status is StatusName => Object.hasOwn(kinds, status)

/** Empty until the first response of the upstream; a status of a newer version is unknown. */
const nameOf = (status: string): StatusName =>
  status === '' ? 'submitting' : isStatusName(status) ? status : 'UNKNOWN'

export const useStatusName = () => {
  const t = statusText.use()
  return (status: string) => t(nameOf(status))
}

export function TaskStatus({ status }: { status: string }) {
  return <StatusTag kind={kinds[nameOf(status)]}>{useStatusName()(status)}</StatusTag>
}
