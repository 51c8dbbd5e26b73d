import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatCount } from '@turnpike/contract/quota'
import { logApi } from '@turnpike/contract/usage/log'
import { Button, DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { CallError, call } from '../../../lib/api/call.ts'
import { dictionary } from '../../../lib/text/text.ts'

const logText = dictionary({
  before: ['Delete logs older than', '删除早于此日的日志'],
  beforeHelp: ['The day itself is kept.', '当天的日志会保留。'],
  clear: ['Clear logs', '清除日志'],
  question: ['Delete logs older than {day}?', '删除 {day} 之前的日志？'],
  explanation: [
    'Every usage log row before {day} is deleted for all users. This cannot be undone. Balances and the audit log are kept.',
    '所有用户在 {day} 之前的使用日志都会被删除，且无法恢复。余额和审计日志不受影响。',
  ],
  verb: ['Delete logs', '删除日志'],
  cleared: [
    ({ count, rows }: { count: number; rows: string }) => (count === 1 ? '1 log deleted' : `${rows} logs deleted`),
    ({ rows }) => `已删除 ${rows} 条日志`,
  ],
  choose: ['Choose a day first', '请先选择日期'],
})

const monthAgo = () => dayjs().startOf('day').subtract(1, 'month')

/** Deletes the log rows before a day after a confirmation; a toast says how many. */
export function ClearLogs() {
  const t = logText.use()
  const queries = useQueryClient()
  const [day, setDay] = useState<Dayjs | null>(monthAgo)
  const [isAsking, setIsAsking] = useState(false)
  const clear = useMutation({
    mutationFn: (before: Dayjs) => call(logApi.clear, { query: { target_timestamp: String(before.unix()) } }),
    onSuccess(count) {
      toast.success(t('cleared', { count, rows: formatCount(count) }))
      queries.invalidateQueries({ queryKey: ['logs'] })
    },
    onError(error) {
      const isEmpty = error instanceof CallError && error.code === 'nothing_deleted'
      if (isEmpty) toast.info(error.message)
      else toast.error(error.message)
    },
    onSettled: () => setIsAsking(false),
  })
  const name = day?.format('YYYY-MM-DD') ?? ''
  return (
    <Field label={t('before')} help={t('beforeHelp')}>
      {(control) => (
        <div className={layoutStyles.wrappingRow}>
          <DatePicker
            {...control}
            value={day}
            maxDate={dayjs()}
            onChange={(chosen) => setDay(chosen?.startOf('day') ?? null)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault() // takes the day and does not submit the form
            }}
          />
          <Button
            danger
            icon={<Trash2 />}
            onClick={() => (day === null ? toast.error(t('choose')) : setIsAsking(true))}
          >
            {t('clear')}
          </Button>
          {isAsking && day && (
            <ConfirmDialog
              title={t('question', { day: name })}
              text={t('explanation', { day: name })}
              verb={t('verb')}
              danger
              busy={clear.isPending}
              onConfirm={() => clear.mutate(day)}
              onCancel={() => setIsAsking(false)}
            />
          )}
        </div>
      )}
    </Field>
  )
}
