import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'

const verdict = z.object({ success: z.boolean(), hostname: z.string().optional() })

type BotCheckDeps = Pick<Deps, 'options' | 'outbound' | 'config' | 'log'>

/** Sends the token to the verifier, which accepts it once. If the verifier does not respond, the request is refused. */
export async function checkBot(
  { options, outbound, config, log }: BotCheckDeps,
  token: string | undefined,
  address: string,
) {
  const { TurnstileCheckEnabled, TurnstileSecretKey, ServerAddress } = options.current()
  if (!TurnstileCheckEnabled) return
  if (!token) throw new AppError('bot_check_missing')
  try {
    const response = await outbound.send(config.TURNSTILE_VERIFY_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret: TurnstileSecretKey, response: token, remoteip: address }).toString(),
      timeoutSeconds: 10,
    })
    const { success, hostname } = verdict.parse(JSON.parse(response.body))
    const isOurs = !ServerAddress || hostname === new URL(ServerAddress).hostname
    if (response.status === 200 && success && isOurs) return
  } catch (error) {
    log.error('bot check unreachable', { error })
  }
  throw new AppError('bot_check_failed', { detail: { address } })
}
