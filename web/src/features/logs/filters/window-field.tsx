import { DatePicker, Input, Segmented } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useId } from 'react'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import { useText } from '../../../lib/text/text.ts'
import { type QuickWindow, quickWindows, spanOf } from '../log-window.ts'
import { logsText } from '../logs.text.ts'
import { type LogView, nowSeconds } from '../use-log-view.ts'
import styles from './log-filters.module.css'

/** The windows of one click. */
export function WindowChoice({ view: { window, setWindow }, block = false }: { view: LogView; block?: boolean }) {
  const t = useText(logsText)
  return (
    <Segmented<QuickWindow | 'own'>
      aria-label={t('windows')}
      block={block}
      value={window.kind === 'own' ? 'own' : window.name}
      options={(Object.keys(quickWindows) as QuickWindow[]).map((name) => ({ value: name, label: t(name) }))}
      onChange={(name) => name !== 'own' && setWindow({ kind: 'quick', name })}
    />
  )
}

const monthDays = 31

/** The start and the end of the window, to the second. */
export function WindowRange({ view }: { view: LogView }) {
  const t = useText(logsText)
  const { start, end } = spanOf(view.window, nowSeconds())
  const setOwn = (from: number, to: number) => view.setWindow({ kind: 'own', start: from, end: to })
  const problem = view.problem && (
    <p className={styles.problem} role="alert">
      {t(view.problem)}
    </p>
  )
  // The picker's two calendars do not fit on a phone, so the browser's own inputs are used.
  if (useSmallScreen())
    return (
      <>
        <MomentField label={t('start')} seconds={start} onChange={(seconds) => setOwn(seconds, end)} />
        <MomentField label={t('end')} seconds={end} onChange={(seconds) => setOwn(start, seconds)} />
        {problem}
      </>
    )
  return (
    <div>
      <DatePicker.RangePicker
        className={styles.range ?? ''}
        showTime
        allowClear={false}
        needConfirm={false}
        format="MM-DD HH:mm"
        aria-label={t('windows')}
        placeholder={[t('start'), t('end')]}
        status={view.problem ? 'error' : ''}
        value={[dayjs.unix(start), dayjs.unix(end)]}
        disabledDate={isBeyondMonth}
        onChange={(range) => {
          if (range?.[0] && range[1]) setOwn(range[0].unix(), range[1].unix())
        }}
      />
      {problem}
    </div>
  )
}

/** After one end was chosen, days that are more than a month away cannot be. */
const isBeyondMonth = (day: Dayjs, { from }: { from?: Dayjs }) =>
  from !== undefined && Math.abs(day.diff(from, 'day')) > monthDays

type MomentFieldProps = { label: string; seconds: number; onChange: (seconds: number) => void }

function MomentField({ label, seconds, onChange }: MomentFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="datetime-local"
        step={1}
        value={formatTime(seconds)}
        onChange={({ target }) => {
          const moment = dayjs(target.value)
          if (moment.isValid()) onChange(moment.unix())
        }}
      />
    </div>
  )
}
