import type { Deps } from '../../../deps.ts'
import { createAgents } from '../../../outbound/agents.ts'
import { exchange, readAll } from '../../../outbound/exchange.ts'
import { userEgress } from '../../../outbound/user-egress.ts'
import { isAccepted, type Notice, type Webhook, webhookRequest } from './webhook-request.ts'

const totalMs = 10_000
const replyMax = 64 * 1024

/**
 * Calls the webhook address of a user: no private networks but what the operator lists for webhooks, no redirects. The result is accepted or not, so that the
 * user learns nothing about a server that they may not reach themselves.
 */
export async function sendWebhook({ config, log }: Pick<Deps, 'config' | 'log'>, webhook: Webhook, notice: Notice) {
  // No connection outlives its request, so that every request checks the addresses of the host name again.
  const agents = createAgents(userEgress(config.WEBHOOK_ALLOW))
  try {
    const { url, headers, body } = webhookRequest(webhook, notice)
    const response = await exchange(
      agents,
      { method: 'POST', url, headers: { 'user-agent': 'turnpike', ...headers }, body },
      { firstByteMs: totalMs, idleMs: totalMs, totalMs },
      AbortSignal.timeout(totalMs),
    )
    const reply = await readAll(response, replyMax)
    return isAccepted(webhook.kind, response.status, reply.toString())
  } catch (error) {
    log.info('webhook not sent', { kind: webhook.kind, error: (error as Error).name })
    return false
  } finally {
    await agents.close()
  }
}
