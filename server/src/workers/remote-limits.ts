import { AppError } from '../http/app-error.ts'
import { type Limits, tooManyRequests } from '../http/limits.ts'
import type { Link } from './link.ts'
import type { LimitCall, LimitResponse, SupervisorTopics } from './topics.ts'

/** Rate limits that the supervisor counts for all workers. Requests are refused while it cannot be reached. */
export function remoteLimits(link: Pick<Link<SupervisorTopics>, 'request'>): Limits {
  const send = async (topic: 'take limit' | 'check limit' | 'give limit back', call: LimitCall): Promise<number> => {
    const response = await link.request(topic, call).catch((): LimitResponse => ({ refusedSeconds: 1 }))
    if ('refusedSeconds' in response) throw tooManyRequests(call.name, response.refusedSeconds)
    return response.count
  }
  return {
    take: (name, key) => send('take limit', { name, key }),
    async check(name, key) {
      await send('check limit', { name, key })
    },
    async giveBack(name, key) {
      await send('give limit back', { name, key })
    },
  }
}

/** Serves the messages of `remoteLimits` in the supervisor. */
export function serveLimits(limits: Limits) {
  const respond = async (work: Promise<number | undefined>): Promise<LimitResponse> => {
    try {
      return { count: (await work) ?? 0 }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { refusedSeconds: error.retryAfterSeconds ?? 1 }
    }
  }
  const none = (work: Promise<void>) => respond(work.then(() => undefined))
  return {
    'take limit': ({ name, key }: LimitCall) => respond(limits.take(name, key)),
    'check limit': ({ name, key }: LimitCall) => none(limits.check(name, key)),
    'give limit back': ({ name, key }: LimitCall) => none(limits.giveBack(name, key)),
  }
}
