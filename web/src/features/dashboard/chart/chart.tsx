import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import styles from './chart.module.css'

// Only these parts are in the bundle.
use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

/** A chart as wide as its box. Hidden from screen readers: the table beside it has the same numbers. */
export function Chart({ option }: { option: EChartsCoreOption }) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)

  useEffect(() => {
    if (!box.current) return
    const drawn = init(box.current, null, { renderer: 'svg' })
    chart.current = drawn
    const resized = new ResizeObserver(() => drawn.resize())
    resized.observe(box.current)
    return () => {
      resized.disconnect()
      drawn.dispose()
      chart.current = undefined
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])

  return <div ref={box} className={styles.chart} aria-hidden="true" />
}
