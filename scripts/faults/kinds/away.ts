import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { startRedis } from '../../../server/test/outside/redis.ts'
import type { Fault } from '../fault.ts'
import type { Layout } from '../layout/layout.ts'

const allSay = (layout: Layout, message: string) =>
  eventually(message, () => layout.instances.every((instance) => instance.logged(message) > 0))

/** Redis ends and comes back empty. Rate limits are counted per instance meanwhile; no call needs it. */
export const redisAway: Fault = {
  name: 'Redis goes away and comes back',
  mayRefuse: false,
  async run({ layout, load, seconds }) {
    const { port } = layout.redis.server
    await layout.redis.server.stop()
    await allSay(layout, 'redis away: rate limits are counted per instance')
    await load.goOn(0)
    await pause(seconds * 1000)
    layout.redis.server = await startRedis(port)
    await allSay(layout, 'redis is back')
  },
}

/** PgBouncer ends with all its connections, and is started again. */
export const poolerAway: Fault = {
  name: 'PgBouncer is killed and started again',
  mayRefuse: true,
  async run({ layout, load, seconds }) {
    await layout.bouncer.crash()
    await load.untilRefused()
    await pause(seconds * 1000)
    await layout.bouncer.start()
  },
}
