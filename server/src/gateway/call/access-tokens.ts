import { type Connecting, connectingMsMax, NotSent } from '../../outbound/exchange.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { AccessOperation } from '../providers/provider.ts'
import type { Upstream } from '../routing/channel.ts'
import type { KeptToken } from '../routing/token-cache.ts'
import { readJson } from './read-response.ts'
import { type SendDeps, send } from './send.ts'
import { failureOfError } from './upstream-failures.ts'

export type AccessDeps = SendDeps & Pick<RelayDeps, 'tokenCache'>

const exchangeMs = 30_000

/** A token that one proxy got is not waited for by channels that use another. */
const idOf = ({ target: { type, base_url, key }, proxy }: Upstream): string =>
  `${type}\n${base_url}\n${key}${proxy ? `\n${JSON.stringify(proxy)}` : ''}`

/**
 * Sends with the channel's access token if its provider uses one. A token that the upstream refuses is renewed once.
 */
export function withAccess<Result>(
  upstream: Upstream,
  attempts: Connecting,
  deps: AccessDeps,
  send: (upstream: Upstream) => Promise<Result>,
): Promise<Result> {
  const { access } = upstream.provider
  return access ? sendWithToken(upstream, access, attempts, deps, send) : send(upstream)
}

async function sendWithToken<Result>(
  upstream: Upstream,
  access: AccessOperation,
  attempts: Connecting,
  deps: AccessDeps,
  send: (upstream: Upstream) => Promise<Result>,
): Promise<Result> {
  const { target } = upstream
  const id = idOf(upstream)
  const tokenOf = () =>
    whileConnecting(
      attempts,
      deps.tokenCache.get(id, deps.clock(), access.renewSeconds, () => exchangeKey(upstream, access, deps)),
    )
  const sendWith = (token: string) =>
    send({ ...upstream, target: { ...target, token } }).catch((error: unknown) => {
      throw error instanceof UpstreamFailure ? withoutToken(error, token) : error
    })
  const token = await tokenOf()
  try {
    return await sendWith(token)
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || !access.isRefused(error)) throw error
    deps.tokenCache.drop(id, token)
    return sendWith(await tokenOf())
  }
}

/**
 * Waiting for a token counts towards the time in which a call must connect. Other calls may wait longer for the same
 * token.
 */
async function whileConnecting<Result>(attempts: Connecting, work: Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(failureOfError(new NotSent('no access token in time')))
  const timer = setTimeout(giveUp, connectingMsMax - attempts.connectingMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    attempts.connectingMs += performance.now() - startedAt
  }
}

/** An upstream may repeat the token in its error. */
function withoutToken(failure: UpstreamFailure, token: string): UpstreamFailure {
  if (!failure.message.includes(token)) return failure
  const { kind, message, ...about } = failure
  return new UpstreamFailure(kind, { ...about, message: message.replaceAll(token, '***') })
}

/** Several calls wait for one exchange, so a client that hangs up does not end it. */
async function exchangeKey(upstream: Upstream, access: AccessOperation, deps: AccessDeps): Promise<KeptToken> {
  const now = deps.clock()
  const request = await access.request(upstream.target, now)
  const response = await send(request, upstream, AbortSignal.timeout(exchangeMs), deps)
  const { token, seconds } = access.response(await readJson(response))
  return { token, endsAt: now + seconds }
}
