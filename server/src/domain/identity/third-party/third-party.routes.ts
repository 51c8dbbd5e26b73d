import { oauthApi } from '@turnpike/contract/identity/oauth'
import type { OptionValues } from '@turnpike/contract/options'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import { isRightValue } from '../one-time/one-time.ts'
import { bindingKey } from '../registration/verification-mail.ts'
import { requireOwner } from '../self/require-owner.ts'
import { signIn } from '../session/sign-in.ts'
import { bindEmail, bindIdentity } from './bind.ts'
import { githubRequests } from './github.ts'
import { loginByIdentity, loginOrRegister } from './identity-login.ts'
import { linuxdoRequests } from './linuxdo.ts'
import { fetchProfile, type OauthRequests } from './oauth-profile.ts'
import { issueState, useState } from './oauth-state.ts'
import { acceptTelegram } from './telegram.ts'
import { fetchWechatProfile } from './wechat.ts'

type Callback = {
  caller: Caller | undefined
  query: { code?: string | undefined; state?: string | undefined; error?: string | undefined }
  request: FastifyRequest
  reply: FastifyReply
}
type RedirectProvider = {
  provider: 'github' | 'linuxdo'
  checkEnabled(options: OptionValues): void
  requests(deps: Deps, code: string): OauthRequests
}

const github: RedirectProvider = {
  provider: 'github',
  checkEnabled: ({ GitHubOAuthEnabled }) => refuseUnless(GitHubOAuthEnabled, 'github_disabled'),
  requests: githubRequests,
}
const linuxdo: RedirectProvider = {
  provider: 'linuxdo',
  checkEnabled: ({ LinuxDOOAuthEnabled }) => refuseUnless(LinuxDOOAuthEnabled, 'linuxdo_disabled'),
  requests: linuxdoRequests,
}

export function thirdPartyRoutes(app: FastifyInstance, deps: Deps) {
  const options = () => deps.options.current()

  serve(app, oauthApi.state, async ({ query, caller, request, reply }) => {
    if (caller?.session) await requireOwner(deps, caller, { address: request.ip })
    return issueState(deps, { caller, request, reply }, query.aff?.slice(0, 64))
  })

  serve(app, oauthApi.github, (incoming) => handleCallback(deps, github, incoming))
  serve(app, oauthApi.linuxdo, (incoming) => handleCallback(deps, linuxdo, incoming))

  serve(app, oauthApi.wechat, async ({ query: { code }, request, reply }) => {
    refuseUnless(options().WeChatAuthEnabled, 'wechat_disabled')
    refuseCrossSite(request)
    const profile = await fetchWechatProfile(deps, code)
    return signIn(deps, await loginOrRegister(deps, 'wechat', profile, { address: request.ip }), { request, reply })
  })

  serve(app, oauthApi.wechatBind, async ({ query: { code }, caller, request }) => {
    refuseUnless(options().WeChatAuthEnabled, 'wechat_disabled')
    await requireOwner(deps, caller, { address: request.ip })
    await bindIdentity(deps, caller.id, 'wechat', await fetchWechatProfile(deps, code))
  })

  serve(app, oauthApi.emailBind, async ({ query: { email, code }, caller, request }) => {
    await requireOwner(deps, caller, { address: request.ip })
    if (!(await isRightValue(deps, bindingKey(caller.id, email), code))) throw new AppError('verification_code_wrong')
    await bindEmail(deps, caller.id, email, code)
  })

  serve(app, oauthApi.telegramLogin, async ({ query, request, reply }) => {
    refuseUnless(options().TelegramOAuthEnabled, 'telegram_disabled')
    refuseCrossSite(request)
    const user = await loginByIdentity(deps, 'telegram', await acceptTelegram(deps, query), 'telegram_unbound')
    return signIn(deps, user, { request, reply })
  })

  // A redirect of the browser carries no New-Api-User header; the state replaces that check.
  serve(app, oauthApi.telegramBind, async ({ query: { state, ...profile }, caller, request, reply }) => {
    refuseUnless(options().TelegramOAuthEnabled, 'telegram_disabled')
    if (!caller?.session) {
      await reply.redirect('/login')
      return undefined
    }
    await useState(deps, { caller, request }, state)
    await bindIdentity(deps, caller.id, 'telegram', { id: await acceptTelegram(deps, profile) })
    await reply.redirect('/setting')
  })
}

/** Binds the identity to the signed-in user; without a session, signs in by the identity. */
async function handleCallback(
  deps: Deps,
  { provider, checkEnabled, requests }: RedirectProvider,
  { caller, query: { code, state, error }, request, reply }: Callback,
) {
  if (!code && !error) throw new AppError('invalid_request')
  const { affCode } = await useState(deps, { caller, request }, state)
  checkEnabled(deps.options.current())
  if (!code) throw new AppError('oauth_denied')
  const profile = await fetchProfile(deps, requests(deps, code))
  if (caller?.session) {
    await bindIdentity(deps, caller.id, provider, profile)
    return { data: undefined, message: 'bind' as const }
  }
  const user = await loginOrRegister(deps, provider, profile, { affCode, address: request.ip })
  return { data: await signIn(deps, user, { request, reply }), message: '' as const }
}

function refuseUnless(isEnabled: boolean, code: ConstructorParameters<typeof AppError>[0]) {
  if (!isEnabled) throw new AppError(code)
}

/** Another site must not sign its visitors in to an account of its choice. */
function refuseCrossSite(request: FastifyRequest) {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('cross_site_refused')
}
