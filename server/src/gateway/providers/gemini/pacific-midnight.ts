const secondsOfDay = 24 * 60 * 60

const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** Until Google counts a new day, by the date an answer of its bears. */
export function secondsToPacificMidnight(date: string | undefined): number | undefined {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return undefined
  const parts = new Map(pacific.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return secondsOfDay - (parts.get('hour') ?? 0) * 3600 - (parts.get('minute') ?? 0) * 60 - (parts.get('second') ?? 0)
}
