import { X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { IconButton } from '../../../components/buttons/quiet-button.tsx'
import textStyles from '../../../components/style/text.module.css'
import { type RangeName, ranges } from '../request/settings.ts'
import styles from './settings.module.css'
import { settingsText } from './settings.text.ts'

/** Where the hollow handle of the slider is while the model decides. */
const usual: Record<RangeName, number> = {
  temperature: 1,
  top_p: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
  speed: 1,
}

/** How much of the rail is behind the handle. */
const partOf = (name: RangeName, value: number) => (value - ranges[name].min) / (ranges[name].max - ranges[name].min)

type RangeFieldProps = {
  name: RangeName
  value: number | null
  onChange: (value: number | null) => void
  ends?: readonly [low: string, high: string]
}

/** A number between bounds, or null: the model's own. */
export function RangeField({ name, value, onChange, ends }: RangeFieldProps) {
  const t = settingsText.use()
  const label = t(name)
  const reset = t('reset', { name: label })
  return (
    <div className={styles.range}>
      <div className={styles.rangeHead}>
        <span>{label}</span>
        {value === null ? (
          <span className={textStyles.quietLight}>{t('byModel')}</span>
        ) : (
          <span className={styles.rangeValue}>
            {value}
            <IconButton icon={<X />} label={reset} onClick={() => onChange(null)} />
          </span>
        )}
      </div>
      {/* The browser's own: a slider of Ant would cost this page 12 kB. */}
      <input
        type="range"
        {...ranges[name]}
        className={value === null ? `${styles.slider} ${styles.unset}` : styles.slider}
        style={{ '--part': value === null ? 0 : partOf(name, value) } as CSSProperties}
        value={value ?? usual[name]}
        aria-label={label}
        aria-valuetext={value === null ? t('byModel') : String(value)}
        onChange={({ target }) => onChange(Math.round(target.valueAsNumber * 100) / 100)}
      />
      {ends && (
        <div className={`${textStyles.quietSmall} ${styles.ends}`}>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
    </div>
  )
}
