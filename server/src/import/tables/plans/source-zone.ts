import { countIn, type Row, textIn } from '../../row.ts'
import type { Source } from '../../sources/source.ts'

const quarter = 15 * 60
const day = 24 * 3600
/** The zones of most installations, by their seconds east of Greenwich. */
const named: Readonly<Record<number, string>> = { 0: 'UTC', [8 * 3600]: 'Asia/Shanghai' }

/**
 * The time zone of the source, which its database does not state: daily, weekly and monthly resets are at midnight there.
 * Undefined without such a reset.
 */
export async function sourceZone(source: Pick<Source, 'rows'>): Promise<string | undefined> {
  const plans = await source.rows('subscription_plans')
  const atMidnight = new Set(plans.filter(isAtMidnight).map((row) => textIn(row, 'id')))
  const resets = (await source.rows('user_subscriptions'))
    .filter((row) => atMidnight.has(textIn(row, 'plan_id')))
    .map((row) => countIn(row, 'next_reset_time'))
    .filter((reset) => reset > 0 && reset % quarter === 0)
  const latest = resets.sort((one, other) => other - one)[0]
  return latest === undefined ? undefined : zoneWithMidnightAt(latest % day)
}

const isAtMidnight = (row: Row) => ['daily', 'weekly', 'monthly'].includes(textIn(row, 'quota_reset_period').trim())

function zoneWithMidnightAt(seconds: number): string {
  const east = seconds < day / 2 ? -seconds : day - seconds
  const [hours, minutes] = [Math.floor(Math.abs(east) / 3600), (Math.abs(east) % 3600) / 60]
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return named[east] ?? `${east < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}
