import { oidcApi } from '@turnpike/contract/identity/oidc'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { requireOwner } from '../self/require-owner.ts'
import { signIn } from '../session/sign-in.ts'
import { deleteIdentity, listIdentities, listProviders } from './oidc.queries.ts'
import { createOidcClient } from './oidc-client.ts'
import { bindOidc, loginByOidc } from './oidc-login.ts'
import { beginErrand, endErrand } from './oidc-state.ts'
import { readProvider, readProviders, removeProvider, saveProvider } from './providers.rules.ts'

export function oidcRoutes(app: FastifyInstance, deps: Deps) {
  const { store, options, clock } = deps
  const client = createOidcClient(deps)
  const checkEnabled = () => {
    if (!options.current().OidcEnabled) throw new AppError('oidc_disabled')
  }
  /** Where the provider returns to: a page of the configured address, never one of a request. */
  const returnAddress = (slug: string) => {
    const { ServerAddress } = options.current()
    if (!ServerAddress) throw new AppError('server_address_missing')
    return `${ServerAddress}/oauth/oidc/${slug}`
  }

  serve(
    app,
    oidcApi.begin,
    async ({ params: { slug }, body, caller, request, reply }) => {
      if (caller?.session) await requireOwner(deps, caller, { address: request.ip })
      const provider = await readProvider(deps, slug)
      const redirect_uri = returnAddress(slug)
      const { state, nonce, verifier } = await beginErrand(deps, slug, { caller, reply }, body.aff)
      const code_challenge = await client.challengeOf(verifier)
      const scope = [...new Set(['openid', ...provider.scopes.split(' ')])].filter(Boolean).join(' ')
      const pkce = { code_challenge, code_challenge_method: 'S256' }
      return { address: await client.authorizeAddress(provider, { redirect_uri, scope, state, nonce, ...pkce }) }
    },
    { before: checkEnabled },
  )

  serve(app, oidcApi.callback, async ({ params: { slug }, query, caller, request, reply }) => {
    const { code, state, error, iss } = query
    if (!code && !error) throw new AppError('invalid_request')
    const { nonce, verifier, affCode } = await endErrand(deps, slug, { caller, request }, state)
    checkEnabled()
    if (!code) throw new AppError('oauth_denied')
    const provider = await readProvider(deps, slug)
    const response = new URLSearchParams({ code, state: state ?? '', ...(iss && { iss }) })
    const currentUrl = new URL(`${returnAddress(slug)}?${response}`)
    const proved = await client.claimsOf(provider, { currentUrl, state: state ?? '', nonce, verifier })
    if (caller?.session) {
      await bindOidc(deps, caller.id, provider, proved)
      return { data: undefined, message: 'bind' as const }
    }
    const context = { affCode, address: request.ip, request_id: request.id }
    const user = await loginByOidc(deps, provider, proved, context)
    return { data: await signIn(deps, user, { request, reply }), message: '' as const }
  })

  serve(app, oidcApi.identities, async ({ caller }) => {
    if (!options.current().OidcEnabled) return []
    const [providers, own] = await Promise.all([listProviders(store), listIdentities(store, caller.id)])
    return providers.map(({ slug, name, issuer }) => {
      const bound = own.find((identity) => sameIssuer(identity.issuer, issuer))
      return { slug, name, bound: bound !== undefined, login: bound?.login ?? '' }
    })
  })

  serve(app, oidcApi.unbind, async ({ caller, params, request }) => {
    await requireOwner(deps, caller, { address: request.ip })
    const { issuer } = await readProvider(deps, params.slug)
    const own = await listIdentities(store, caller.id)
    const bound = own.find((identity) => sameIssuer(identity.issuer, issuer))
    if (!bound) throw new AppError('not_found')
    if (!(await deleteIdentity(store, caller.id, bound.issuer))) throw new AppError('binding_last')
  })

  serve(app, oidcApi.list, () => readProviders(deps))
  serve(app, oidcApi.save, (incoming) => saveProvider({ ...deps, client }, incoming.body, actorOf(incoming, clock())))
  serve(app, oidcApi.remove, (incoming) => removeProvider(deps, incoming.params.slug, actorOf(incoming, clock())))
}

/** As discovery compares them: `https://id.example` and `https://id.example/` are one. */
const sameIssuer = (one: string, other: string) => new URL(one).href === new URL(other).href
