import type { Deps } from '../../deps.ts'
import { createAgents } from '../../outbound/agents.ts'
import { exchange, readAll } from '../../outbound/exchange.ts'
import { userEgress } from '../../outbound/user-egress.ts'
import { isAccepted, type Notice, webhookRequest } from './webhook-request.ts'

type Webhook = Parameters<typeof webhookRequest>[0]

const totalMs = 10_000
const replyMax = 64 * 1024

/**
 * Calls the address a person named: never anything of ours, no redirects, and whoever asks learns yes or no and nothing
 * of what was there.
 */
export async function sendWebhook({ config, log }: Pick<Deps, 'config' | 'log'>, webhook: Webhook, notice: Notice) {
  // No connection outlives its call: the next one, to the same name, is checked anew.
  const agents = createAgents(userEgress(config.MEDIA_FETCH_ALLOW))
  try {
    const { url, headers, body } = webhookRequest(webhook, notice)
    const answer = await exchange(
      agents,
      { method: 'POST', url, headers: { 'user-agent': 'turnpike', ...headers }, body },
      { firstByteMs: totalMs, idleMs: totalMs, totalMs },
      AbortSignal.timeout(totalMs),
    )
    const reply = await readAll(answer, replyMax)
    return isAccepted(webhook.kind, answer.status, reply.toString())
  } catch (error) {
    log.info('webhook not sent', { kind: webhook.kind, error: (error as Error).name })
    return false
  } finally {
    await agents.close()
  }
}
