import { failureOf } from '../../translate/response/failure-of.ts'
import type { Provider } from '../provider.ts'

/** A Suno bridge: songs and lyrics as tasks, and nothing else. */
export const suno: Provider = {
  tasks: ['suno'],
  failure: failureOf,
}
