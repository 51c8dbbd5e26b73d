import type { LightSignal } from '../../light/light-abort-signal.ts'
import { type AccessDeps, withAccess } from '../call/access-tokens.ts'
import { readJson } from '../call/read-response.ts'
import { type SendDeps, send } from '../call/send.ts'
import { type FailureKind, UpstreamFailure } from '../forms/failure.ts'
import { withHeadersOf } from '../overrides/override-call.ts'
import type { Provider, UpstreamRequest } from '../providers/provider.ts'
import { type Channel, resolveUpstream, type Upstream } from '../routing/channel.ts'
import { badResponse } from '../translate/response/bad-response.ts'
import { unsupported } from '../translate/response/unsupported.ts'

/** More requests than any balance needs. */
const requestsMax = 5
/** A list with more pages is refused. */
const pagesMax = 20

/** The account's balance in the upstream's currency; undefined if the upstream does not report one. */
export const fetchBalance = (channel: Channel, signal: LightSignal, deps: AccessDeps): Promise<number | undefined> =>
  withAccess(resolveUpstream(channel, ''), { connectingMs: 0 }, deps, async (upstream) => {
    const { provider, target } = upstream
    const responses: unknown[] = []
    while (responses.length < requestsMax) {
      const request = provider.balance?.request(responses, target, deps.clock())
      if (!request) break
      responses.push(await fetchJson(withHeadersOf(channel, request), upstream, signal, deps))
    }
    return responses.length === 0 ? undefined : provider.balance?.response(responses, target).amount
  })

/** The models an account may use, each once, in the order of the upstream. */
export const fetchModels = (channel: Channel, signal: LightSignal, deps: AccessDeps): Promise<string[]> =>
  withAccess(resolveUpstream(channel, ''), { connectingMs: 0 }, deps, async (upstream) => {
    const { models } = upstream.provider
    if (!models) throw unsupported('this provider has no list of models')
    try {
      return await listModels(channel, upstream, models, signal, deps)
    } catch (error) {
      if (!models.usual || !(error instanceof UpstreamFailure) || !notListed.has(error.kind)) throw error
      return [...models.usual]
    }
  })

/** The account works, and has no list. */
const notListed: ReadonlySet<FailureKind> = new Set(['no_permission', 'no_model', 'unsupported', 'bad_request'])

async function listModels(
  channel: Channel,
  upstream: Upstream,
  models: NonNullable<Provider['models']>,
  signal: LightSignal,
  deps: AccessDeps,
): Promise<string[]> {
  const names = new Set<string>()
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const request = withHeadersOf(channel, models.request(upstream.target, after))
    const body = await fetchJson(request, upstream, signal, deps)
    for (const name of models.response(body)) names.add(name)
    after = models.next?.(body)
    if (after === undefined) return [...names]
  }
  throw badResponse('the list of models has no end')
}

const fetchJson = async (request: UpstreamRequest, upstream: Upstream, signal: LightSignal, deps: SendDeps) =>
  readJson(await send(request, upstream, signal, deps))
