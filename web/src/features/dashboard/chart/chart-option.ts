import type { Granularity } from '@turnpike/contract/usage/dashboard'
import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../../../theme/roles.ts'
import { bucketLabel, bucketName } from '../dashboard-range.ts'
import type { Measure, Series } from '../usage.ts'
import type { Amount } from '../use-amount.ts'
import styles from './chart.module.css'

const colourOf = (palette: Palette, colour: number): string =>
  palette[`chart-${colour}` as keyof Palette] ?? palette['text-3']

type Hovered = { dataIndex: number }[]

/** What every chart of the dashboard shares: lines, axes, the sheet that floats over it. */
function frame(palette: Palette, buckets: readonly number[], granularity: Granularity): EChartsCoreOption {
  const label = { color: palette['text-3'], fontSize: 11 }
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { left: 4, right: 8, top: 12, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: buckets.map((bucket) => bucketLabel(bucket, granularity)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette.hairline } },
      axisLabel: { ...label, hideOverlap: true },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      axisPointer: { type: 'shadow', shadowStyle: { color: palette.fill, opacity: 0.6 } },
      backgroundColor: palette.raised,
      borderColor: palette.border,
      padding: [8, 12],
      extraCssText: `border-radius:8px;box-shadow:${palette.shadow}`,
    },
  }
}

const valueAxis = (palette: Palette) => ({
  type: 'value',
  axisLabel: { color: palette['text-3'], fontSize: 11 },
  splitLine: { lineStyle: { color: palette['row-line'] } },
})

export type StackedChart = {
  series: Series[]
  buckets: readonly number[]
  granularity: Granularity
  measure: Measure
  amount: Amount
  palette: Palette
}

/** Bars of a measure over time, one colour per model. */
export function stackedOption({
  series,
  buckets,
  granularity,
  measure,
  amount,
  palette,
}: StackedChart): EChartsCoreOption {
  const base = frame(palette, buckets, granularity)
  const unit = amount.unit(measure)
  return {
    ...base,
    yAxis: {
      ...valueAxis(palette),
      ...(measure !== 'spend' && { minInterval: 1 }),
      axisLabel: {
        ...valueAxis(palette).axisLabel,
        formatter: (value: number) => amount.axis(value * unit, measure),
      },
    },
    tooltip: {
      ...(base.tooltip as object),
      formatter: (hovered: Hovered) => {
        const at = hovered[0]?.dataIndex ?? 0
        const total = series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
        const rows = series
          .filter(({ values }) => (values[at] ?? 0) > 0)
          .map(({ name, values, colour }) => ({
            name,
            value: amount.text(values[at] ?? 0, measure),
            colour: colourOf(palette, colour),
          }))
        return tooltipOf(bucketName(buckets[at] ?? 0, granularity), amount.text(total, measure), rows)
      },
    },
    series: series.map(({ name, values, colour }) => ({
      name,
      type: 'bar',
      stack: 'all',
      barMaxWidth: 28,
      barCategoryGap: '28%',
      // A bar of no height has a border all the same, which would cover the axis.
      data: values.map((value) => (value > 0 ? value / unit : null)),
      itemStyle: { color: colourOf(palette, colour), borderColor: palette.page, borderWidth: 0.6 },
      emphasis: { focus: 'series' },
      blur: { itemStyle: { opacity: 0.25 } },
    })),
  }
}

export type RateChart = {
  /** 0 to 1; undefined where there were no calls. */
  values: (number | undefined)[]
  buckets: readonly number[]
  granularity: Granularity
  name: string
  palette: Palette
}

export const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`

/** An axis that begins not far below the least rate: 99 % and 97 % must not look the same. */
const rateAxis = (least: number) =>
  least >= 0.9
    ? { min: 0.9, interval: 0.05 }
    : least >= 0.8
      ? { min: 0.8, interval: 0.1 }
      : least >= 0.5
        ? { min: 0.5, interval: 0.25 }
        : { min: 0, interval: 0.5 }

/** A line of the success rate over time; it has gaps where there were no calls. */
export function rateOption({ values, buckets, granularity, name, palette }: RateChart): EChartsCoreOption {
  const base = frame(palette, buckets, granularity)
  const axis = rateAxis(Math.min(1, ...values.filter((value) => value !== undefined)))
  return {
    ...base,
    yAxis: {
      ...valueAxis(palette),
      ...axis,
      max: 1,
      axisLabel: { ...valueAxis(palette).axisLabel, formatter: (value: number) => percent(value) },
    },
    tooltip: {
      ...(base.tooltip as object),
      formatter: (hovered: Hovered) => {
        const at = hovered[0]?.dataIndex ?? 0
        const value = values[at]
        return tooltipOf(bucketName(buckets[at] ?? 0, granularity), value === undefined ? '—' : percent(value), [])
      },
    },
    series: [
      {
        name,
        type: 'line',
        data: values.map((value) => value ?? null),
        symbol: 'circle',
        symbolSize: 4,
        lineStyle: { width: 1.6, color: colourOf(palette, 1) },
        itemStyle: { color: colourOf(palette, 1) },
      },
    ],
  }
}

type TooltipRow = { name: string; value: string; colour: string }

/** The small sheet over a chart. Made of elements: names of models are chosen by clients and must not be read as HTML. */
function tooltipOf(title: string, total: string, rows: TooltipRow[]): HTMLElement {
  const sheet = element('div', styles.tooltip)
  sheet.append(line(styles.tooltipHead, element('span', '', title), element('span', '', total)))
  for (const { name, value, colour } of rows) {
    const swatch = element('i', styles.swatch)
    swatch.style.background = colour
    sheet.append(line('', swatch, element('span', '', name), element('span', '', value)))
  }
  return sheet
}

function element(tag: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

function line(className = '', ...children: HTMLElement[]): HTMLElement {
  const row = element('div', `${styles.tooltipRow} ${className}`)
  row.append(...children)
  return row
}
