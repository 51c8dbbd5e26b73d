import { Button } from 'antd'
import dayjs from 'dayjs'
import { type FormEvent, useState } from 'react'
import { TimeField } from '../../../components/fields/time-field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { proposalsText } from './prices.text.ts'

type FromDialogProps = { count: number; onSchedule: (seconds: number) => void; onCancel: () => void }

/** Asks from when the accepted prices hold. */
export function FromDialog({ count, onSchedule, onCancel }: FromDialogProps) {
  const t = proposalsText.use()
  const [time, setTime] = useState<number | undefined>(() => dayjs().add(1, 'day').startOf('day').unix())
  const [isPast, setIsPast] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (time !== undefined && dayjs.unix(time).isAfter(dayjs())) onSchedule(time)
    else setIsPast(true)
  }
  return (
    <Dialog width={400} title={t('fromTitle', { count })} closable={false} footer={null} onCancel={onCancel}>
      <form className={layoutStyles.fields} noValidate onSubmit={submit}>
        <TimeField
          label={t('from')}
          help={t('fromHelp')}
          problem={isPast ? t('fromPast') : undefined}
          value={time}
          onChange={setTime}
        />
        <div className={layoutStyles.endButtons}>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit">
            {t('schedule')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
