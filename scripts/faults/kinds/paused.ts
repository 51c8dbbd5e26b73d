import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { Fault, Scene } from '../fault.ts'
import type { Key, Layout } from '../layout/layout.ts'
import type { Load } from '../layout/load.ts'

/**
 * One instance pauses with running calls, and resumes before the holds of these calls expire. Calls that waited for
 * their hold have waited too long by then, and are refused.
 */
export const paused: Fault = {
  name: 'an instance is paused',
  mayRefuse: true,
  async run({ layout, load, seconds }) {
    layout.instances[1].pause()
    await eventually('the balancer has noticed', () => layout.balancer.ready() === 1)
    await load.goOn(0)
    await pause(seconds * 1000)
    layout.instances[1].resume()
  },
}

const slow = { words: 90, wordMs: 100, stream: true }
/** A hold expires five minutes after its last renewal; this sets its expiry to a time long past. */
const longAgo = 1

const count = async (layout: Layout, { token_id }: Key, condition: string): Promise<number> => {
  const text = `SELECT count(*)::int AS count FROM holds WHERE token_id = $1 AND ${condition}`
  const [row] = await layout.query<{ count: number }>(text, [token_id])
  return row?.count ?? 0
}

/** A busy machine may refuse a stream, or let it end before it is seen: then another one is started. */
async function streamUntil(end: Promise<unknown>, load: Load): Promise<void> {
  let isOver = false
  const note = () => {
    isOver = true
  }
  end.then(note, note)
  while (!isOver) await load.call(slow)
}

/**
 * One instance pauses in the middle of a stream for longer than its hold lasts. The other instance ends the hold, which
 * charges the part that was delivered. When the instance resumes, it delivers the rest, which is charged as well, once.
 */
export const pausedPastExpiry: Fault = {
  name: 'an instance is paused until its holds expired',
  mayRefuse: true,
  async run({ layout, load, key, seconds }: Scene) {
    const noted = eventually('both streams are noted', async () => (await count(layout, key, 'accrued > 0')) >= 2)
    for (const _ of layout.instances) void streamUntil(noted, load)
    await noted
    layout.instances[1].pause()
    await layout.query('UPDATE holds SET expires_at = $2 WHERE token_id = $1', [key.token_id, longAgo])
    await eventually('expired', async () => (await count(layout, key, `expires_at = ${longAgo}`)) === 0)
    await pause(seconds * 1000)
    layout.instances[1].resume()
  },
  async check(layout, { token_id }) {
    const text = `SELECT 1 FROM ledger AS expired JOIN ledger AS rest ON rest.reference = expired.reference || '/rest'
      WHERE expired.token_id = $1 AND expired.detail = 'expired' AND expired.amount > 0`
    const rows = await layout.query(text, [token_id])
    if (rows.length === 0) throw new Error('no hold expired under a running call')
  },
}
