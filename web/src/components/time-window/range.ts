export const rangeFormat = 'MM-DD HH:mm'

export type RangeProps = {
  /** Seconds. */
  start: number
  end: number
  daysMax: number | undefined
  hasProblem: boolean
  onChange: (start: number, end: number) => void
}
