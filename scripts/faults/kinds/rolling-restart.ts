import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

/** Every instance is stopped and started again, one after the other. */
export const rollingRestart: Fault = {
  name: 'all instances are restarted in turn',
  mayRefuse: false,
  async run({ layout, load, seconds }) {
    for (const instance of layout.instances) {
      await instance.stop()
      await load.goOn(0)
      await pause((seconds * 1000) / layout.instances.length)
      await instance.start()
      await layout.untilReady()
    }
  },
}
