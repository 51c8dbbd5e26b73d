import { Input, Segmented } from 'antd'
import dayjs from 'dayjs'
import { Calendar } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import {
  nowSeconds,
  type QuickWindow,
  quickWindows,
  type SpanProblem,
  spanOf,
  type TimeWindow,
} from '../../lib/address/time-window.ts'
import { lazyComponent } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { formatTime } from '../../lib/format/format-time.ts'
import textStyles from '../style/text.module.css'
import { type RangeProps, rangeFormat } from './range.ts'
import { windowText } from './window.text.ts'
import styles from './window-field.module.css'

/** The time of a list, as its page keeps it in the address. */
type WindowView = {
  window: TimeWindow
  setWindow: (window: TimeWindow) => void
  /** The reason why the server would refuse it. */
  problem?: SpanProblem | undefined
}

/** The presets. */
export function WindowChoice({ view: { window, setWindow }, block = false }: { view: WindowView; block?: boolean }) {
  const t = windowText.use()
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

/** The start and the end of the window, to the second; `daysMax` where the server reads no more at once. */
export function WindowRange({ view, daysMax }: { view: WindowView; daysMax?: number }) {
  const t = windowText.use()
  const { start, end } = spanOf(view.window, nowSeconds())
  const setOwn = (from: number, to: number) => view.setWindow({ kind: 'own', start: from, end: to })
  const problem = view.problem && (
    <p className={textStyles.problemSmall} role="alert">
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
      <LaterRange start={start} end={end} daysMax={daysMax} hasProblem={view.problem !== undefined} onChange={setOwn} />
      {problem}
    </div>
  )
}

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

// Lazy: the calendars are 30 kB, and most users choose a preset.
const load = async () => (await import('./range-picker.tsx')).RangePicker
const LazyRangePicker = lazyComponent(load)

/** Shows the start and the end; the calendars to choose them come when it is pressed. */
function LaterRange(props: RangeProps) {
  const t = windowText.use()
  const [isChoosing, setChoosing] = useState(false)
  const [from, to] = [props.start, props.end].map((seconds) => dayjs.unix(seconds).format(rangeFormat))
  const shown = (
    <button
      type="button"
      className={`${styles.range} ${styles.shown}`}
      title={t('chooseTime')}
      data-problem={props.hasProblem}
      onPointerEnter={() => load().catch(() => {})} // a press tries again and shows the error
      onClick={() => setChoosing(true)}
    >
      <span>{from}</span>
      <span className={textStyles.quiet}>→</span>
      <span>{to}</span>
      <Calendar />
    </button>
  )
  if (!isChoosing) return shown
  return (
    <Suspense fallback={shown}>
      <LazyRangePicker {...props} />
    </Suspense>
  )
}
