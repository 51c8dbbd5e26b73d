import { passkeyApi, passkeySeconds } from '@turnpike/contract/identity/passkey'
import { userStatus } from '@turnpike/contract/identity/user'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { clearBrowserCookie, readBrowserCookie, setBrowserCookie } from '../one-time/browser-cookie.ts'
import { checkProof } from '../second-factor/check-code.ts'
import { findSecondStep } from '../second-factor/second-step.ts'
import { requireOwner } from '../self/require-owner.ts'
import { finishSignIn } from '../session/sign-in.ts'
import { findUserToSignInById } from '../users/users.queries.ts'
import { listPasskeys } from './passkeys.queries.ts'
import { beginRegister, credentialsOf, finishRegister, removePasskey, rename } from './passkeys.rules.ts'
import { relyingParty } from './relying-party.ts'
import { checkPasskey, passkeyOptions } from './use-passkey.ts'

export function passkeyRoutes(app: FastifyInstance, deps: Deps) {
  const { store, vault, clock, config, options } = deps
  const checkEnabled = () => {
    if (!options.current().PasskeyEnabled) throw new AppError('passkey_off')
  }
  const browserOf = (cookie: string) => vault.hash(cookie, 'one-time value')

  serve(app, passkeyApi.list, async ({ caller }) =>
    (await listPasskeys(store, caller.id)).map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      created_at,
      used_at,
    })),
  )

  serve(
    app,
    passkeyApi.beginRegister,
    async ({ caller, request }) => {
      await requireOwner(deps, caller, { address: request.ip })
      return { ...(await beginRegister(deps, caller, relyingParty(deps, request))) }
    },
    { before: checkEnabled },
  )
  serve(
    app,
    passkeyApi.finishRegister,
    (incoming) => {
      const { caller, body, request } = incoming
      const registration = { ...body, site: relyingParty(deps, request) }
      return finishRegister(deps, caller, registration, actorOf(incoming, clock()))
    },
    { before: checkEnabled },
  )
  serve(app, passkeyApi.rename, ({ caller, body }) => rename(deps, caller, body.id, body.name))
  serve(app, passkeyApi.remove, async (incoming) => {
    const { caller, params, body, request } = incoming
    await checkProof(deps, caller, { ...body, address: request.ip })
    await removePasskey(deps, caller, params.id, actorOf(incoming, clock()))
  })

  serve(
    app,
    passkeyApi.beginLogin,
    async ({ request, reply }) => {
      const site = relyingParty(deps, request)
      const setting = { lifeSeconds: passkeySeconds, trustedProxies: config.TRUSTED_PROXIES }
      const browser = browserOf(setBrowserCookie('passkey', reply, setting))
      return { ...(await passkeyOptions(deps, `sign in ${browser}`, site)) }
    },
    { before: checkEnabled },
  )
  serve(
    app,
    passkeyApi.finishLogin,
    async ({ body, request, reply }) => {
      const site = relyingParty(deps, request)
      const cookie = readBrowserCookie('passkey', request, config.TRUSTED_PROXIES)
      if (!cookie) throw new AppError('passkey_wrong')
      const purpose = `sign in ${browserOf(cookie)}` as const
      const userId = await checkPasskey(deps, { purpose, credential: body.credential, site, address: request.ip })
      clearBrowserCookie('passkey', reply, config.TRUSTED_PROXIES)
      const user = await findUserToSignInById(store, userId)
      if (user?.status !== userStatus.enabled) throw new AppError('passkey_wrong', { detail: { user_id: userId } })
      return finishSignIn(deps, user, { request, reply })
    },
    { before: checkEnabled },
  )

  // Without the switch: a passkey that was added stays a second factor until it is deleted.
  serve(app, passkeyApi.beginSecondStep, async ({ request }) => {
    const { user } = await findSecondStep(deps, request)
    const known = await credentialsOf(deps, user.id)
    return { ...(await passkeyOptions(deps, `second step ${user.id}`, relyingParty(deps, request), known)) }
  })
  serve(app, passkeyApi.finishSecondStep, async ({ body, request, reply }) => {
    const { user, end } = await findSecondStep(deps, request)
    const purpose = `second step ${user.id}` as const
    const use = { purpose, credential: body.credential, site: relyingParty(deps, request), address: request.ip }
    if ((await checkPasskey(deps, use)) !== user.id) throw new AppError('passkey_wrong')
    await end(reply)
    return finishSignIn(deps, user, { request, reply })
  })
}
