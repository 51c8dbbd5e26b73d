import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { Fault } from '../fault.ts'

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
