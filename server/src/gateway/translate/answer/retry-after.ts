const secondsMax = 24 * 60 * 60

/**
 * How long an upstream asks us to wait. A date is measured against the answer's own date, so nobody's clock matters.
 */
export function retryAfterSeconds(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = headers['retry-after-ms']
  if (milliseconds !== undefined && /^\d{1,12}(?:\.\d+)?$/.test(milliseconds))
    return bounded(Number(milliseconds) / 1000)
  const wait = headers['retry-after']
  if (wait === undefined) return undefined
  if (/^\d{1,12}(?:\.\d+)?$/.test(wait)) return bounded(Number(wait))
  return bounded((Date.parse(wait) - Date.parse(headers.date ?? '')) / 1000)
}

function bounded(seconds: number): number | undefined {
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), secondsMax) : undefined
}
