import type { OverviewFigures, OverviewMoney } from '@turnpike/contract/system/overview'

/** A figure of the whole hours of today, and of the same hours of yesterday; undefined before the first hour is over. */
export function comparisonOf(money: OverviewMoney, figure: (figures: OverviewFigures) => number) {
  const { since, until, today_until, yesterday_until } = money
  if (until <= since) return undefined
  const [today, before] = [figure(today_until), figure(yesterday_until)]
  return { today, before, change: before > 0 ? (today - before) / before : undefined }
}

/** `+12%`, `−3%`, `±0%`; against next to nothing, only that it is more than tenfold. */
export function changeText(change: number): string {
  const percent = Math.round(Math.abs(change) * 100)
  if (percent === 0) return '±0%'
  if (percent > 999) return '>+999%'
  return `${change > 0 ? '+' : '−'}${percent}%`
}

/** `2.1%`; a small part of many is not shown as none. */
export function shareText(part: number, whole: number): string {
  if (whole <= 0) return '0%'
  const percent = (part / whole) * 100
  return percent > 0 && percent < 0.1 ? '<0.1%' : `${Number(percent.toFixed(1))}%`
}
