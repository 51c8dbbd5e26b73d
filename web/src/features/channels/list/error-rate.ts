/** Failed requests in a hundred, with as few digits as tell them from none and from all. */
export function errorRate(failed: number, requests: number): string {
  const percent = (100 * failed) / requests
  if (percent > 0 && percent < 0.1) return '< 0.1%'
  if (percent < 100 && percent > 99.9) return '> 99.9%'
  return `${Number(percent.toFixed(percent < 10 ? 1 : 0))}%`
}
