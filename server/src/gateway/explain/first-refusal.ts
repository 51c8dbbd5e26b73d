import type { RouteExplanation, RouteStep } from '@turnpike/contract/routing/route-explain'
import type { ErrorFormat } from '../dialects/dialect.ts'
import { Refusal } from '../entry/errors/refusals.ts'

/** The first step that refuses the call. Later steps still run, because their results are shown. */
export class FirstRefusal {
  #first: { step: RouteStep; refusal: Refusal } | undefined
  async by<Result>(step: RouteStep, work: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#first ??= { step, refusal: error }
      return undefined
    }
  }
  /** The refusal with the status for clients of this format. */
  shown(statuses: ErrorFormat['statuses'] = {}): RouteExplanation['refusal'] {
    if (!this.#first) return null
    const { step, refusal } = this.#first
    const status = statuses[refusal.status] ?? refusal.status
    return { step, code: refusal.code, status, en: refusal.text('en'), zh: refusal.text('zh') }
  }
}
