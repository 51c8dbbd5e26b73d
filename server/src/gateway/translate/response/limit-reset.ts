const limits = ['requests', 'tokens', 'input-tokens', 'output-tokens']
const daySeconds = 24 * 60 * 60
/** A larger number is a time, not a duration. */
const timesFrom = 1_000_000_000

/**
 * When the limit that was reached is open again, by the headers about limits: of several limits, the one with nothing
 * left, or else the one that opens first. OpenAI writes lengths such as `6m0s`, Anthropic times, others plain seconds.
 */
export function limitResetSeconds(headers: Readonly<Record<string, string>>): number | undefined {
  const named = limits.flatMap((limit) => [
    { reset: headers[`x-ratelimit-reset-${limit}`], left: headers[`x-ratelimit-remaining-${limit}`] },
    { reset: headers[`anthropic-ratelimit-${limit}-reset`], left: headers[`anthropic-ratelimit-${limit}-remaining`] },
  ])
  const all = [...named, { reset: headers['x-ratelimit-reset'], left: headers['x-ratelimit-remaining'] }]
  const read = all.flatMap(({ reset, left }) => {
    const seconds = reset === undefined ? undefined : secondsUntil(reset, headers.date)
    return seconds === undefined ? [] : [{ seconds, isReached: Number(left) === 0 && left?.trim() !== '' }]
  })
  const upstream = read.filter(({ isReached }) => isReached).map(({ seconds }) => seconds)
  if (upstream.length > 0) return Math.max(...upstream)
  return read.length > 0 ? Math.min(...read.map(({ seconds }) => seconds)) : undefined
}

/** A time is compared with the response's own date, so that no clock matters. */
function secondsUntil(text: string, date = ''): number | undefined {
  const length = /^(?:(\d{1,6})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,6}(?:\.\d+)?)s)?(?:(\d{1,9}(?:\.\d+)?)ms)?$/.exec(
    text.trim(),
  )
  if (length && text.trim() !== '') {
    const [, hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = length
    return within(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000)
  }
  if (/^\d{1,13}(?:\.\d+)?$/.test(text)) {
    const number = Number(text)
    if (number < timesFrom) return within(number)
    return within((number > timesFrom * 1000 ? number / 1000 : number) - Date.parse(date) / 1000)
  }
  return within((Date.parse(text) - Date.parse(date)) / 1000)
}

const within = (seconds: number): number | undefined =>
  Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), daySeconds) : undefined
