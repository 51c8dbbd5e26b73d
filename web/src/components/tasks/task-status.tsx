import { dictionary, useText } from '../../lib/text/text.ts'
import { type StatusKind, StatusTag } from '../tags/status-tag.tsx'

const statusText = dictionary({
  en: {
    submitting: 'Submitting',
    NOT_START: 'Not started',
    SUBMITTED: 'In queue',
    QUEUED: 'Queuing',
    MODAL: 'Window wait',
    IN_PROGRESS: 'Processing',
    SUCCESS: 'Success',
    FAILURE: 'Failed',
    UNKNOWN: 'Unknown',
  },
  zh: {
    submitting: '正在提交',
    NOT_START: '未启动',
    SUBMITTED: '队列中',
    QUEUED: '排队中',
    MODAL: '窗口等待',
    IN_PROGRESS: '执行中',
    SUCCESS: '成功',
    FAILURE: '失败',
    UNKNOWN: '未知',
  },
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
  const t = useText(statusText)
  return (status: string) => t(nameOf(status))
}

export function TaskStatus({ status }: { status: string }) {
  return <StatusTag kind={kinds[nameOf(status)]}>{useStatusName()(status)}</StatusTag>
}
