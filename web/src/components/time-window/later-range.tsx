import dayjs from 'dayjs'
import { Calendar } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useText } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import { type RangeProps, rangeFormat } from './range.ts'
import { windowText } from './window.text.ts'
import styles from './window-field.module.css'

// Lazy: the calendars are 30 kB, and most look at one of the windows of one click.
const load = async () => (await import('./range-picker.tsx')).RangePicker
const LazyRangePicker = lazyPart(load)

/** Shows the start and the end; the calendars to choose them come when it is pressed. */
export function LaterRange(props: RangeProps) {
  const t = useText(windowText)
  const [isChoosing, setChoosing] = useState(false)
  const [from, to] = [props.start, props.end].map((seconds) => dayjs.unix(seconds).format(rangeFormat))
  const shown = (
    <button
      type="button"
      className={`${styles.range} ${styles.shown}`}
      title={t('chooseTime')}
      data-problem={props.hasProblem}
      onPointerEnter={() => load().catch(() => {})} // tried again, and told, when it is pressed
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
