import { logApi } from '@turnpike/contract/usage/log'
import { call } from '../../../lib/api/call.ts'
import type { Answer } from '../messages/message.ts'

/** The row is written when the answer ends, or a little later when it was stopped. */
const waitsMs = [100, 400, 1000, 2000, 4000]

/** What an answer cost, and for administrators the channels that were tried; undefined when the log does not say. */
export async function readCharge(
  request_id: string,
  isAdmin: boolean,
): Promise<Partial<Pick<Answer, 'figures' | 'route'>> | undefined> {
  for (const ms of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const query = { p: 1, page_size: 1, request_id }
    const page = await (isAdmin ? call(logApi.list, { query }) : call(logApi.self, { query })).catch(() => undefined)
    const row = page?.items.find((each) => each.request_id === request_id)
    if (!row) continue
    const { quota, prompt_tokens, completion_tokens, detail } = row
    const route = isAdmin ? detail?.attempts.map(({ channel }) => channel) : undefined
    return { figures: { quota, prompt_tokens, completion_tokens }, ...(route && route.length > 0 && { route }) }
  }
  return undefined
}
