import styles from './parts.module.css'

const [width, height] = [72, 24]
const inset = 2.5

/** A small line of values with its last point marked; hidden from screen readers, the figures are beside it. */
export function Sparkline({ values, colour }: { values: readonly number[]; colour: string }) {
  const top = Math.max(...values, 0)
  if (values.length < 2 || top === 0) return null
  const x = (index: number) => inset + (index / (values.length - 1)) * (width - 2 * inset)
  const y = (value: number) => height - inset - (value / top) * (height - 2 * inset)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  const last = values.length - 1
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      focusable="false"
      style={{ color: colour }}
    >
      <polygon
        points={`${inset},${height} ${points.join(' ')} ${x(last)},${height}`}
        fill="currentColor"
        opacity="0.1"
      />
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r="2" fill="currentColor" />
    </svg>
  )
}
