export type Uptime = { unit: 'days' | 'hours' | 'minutes'; count: number }

/** How long the server has been up, in the largest whole unit. Clocks differ, so a start in the future counts as now. */
export function uptime(startSeconds: number, nowSeconds: number): Uptime {
  const minutes = Math.max(0, Math.floor((nowSeconds - startSeconds) / 60))
  if (minutes >= 48 * 60) return { unit: 'days', count: Math.floor(minutes / (24 * 60)) }
  if (minutes >= 2 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) }
  return { unit: 'minutes', count: minutes }
}
