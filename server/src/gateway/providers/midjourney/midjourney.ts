import { failureOf } from '../../translate/response/failure-of.ts'
import type { Provider } from '../provider.ts'

/** A Midjourney Proxy: drawings as tasks, and nothing else. */
export const midjourneyProxy: Provider = {
  tasks: ['mj'],
  failure: failureOf,
}

/** Its commercial successor, which accepts more kinds of submission and can cancel tasks. */
export const midjourneyPlus: Provider = { ...midjourneyProxy, cancelsTasks: true }
