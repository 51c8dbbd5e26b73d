import { accessTokenApi } from '@turnpike/contract/identity/access-token'
import { selfApi } from '@turnpike/contract/identity/self'
import { notificationApi } from '@turnpike/contract/system/notification'
import { logText } from '@turnpike/contract/usage/log-events'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { preferredLanguage } from '../../../http/language.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { readSetting, saveSetting } from '../../system/notifications/notification-setting.ts'
import { sendTest } from '../../system/notifications/notify.ts'
import { bindingState, fetchCode, unbindWxpusher } from '../../system/notifications/wxpusher-binding.ts'
import { newSecret } from '../one-time/one-time.ts'
import { affCodeOf } from '../registration/aff-code.ts'
import { beginSession } from '../session/begin-session.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../session/own-sessions.ts'
import { clearSessionCookie } from '../session/session-cookie.ts'
import { findOwnSecrets, readTokenScope, replaceAccessToken } from '../users/users.queries.ts'
import { checkOwnPassword, requireOwner } from './require-owner.ts'
import { cancelSelf, changeSelf, checkCancellable, transferEarnings, unbind } from './self.rules.ts'

export function selfRoutes(app: FastifyInstance, deps: Deps) {
  const { store, vault, clock, config } = deps

  serve(app, selfApi.update, async (incoming) => {
    const { caller, body, request } = incoming
    if (body.password) await requireOwner(deps, caller, { ...body, address: request.ip })
    const { hasNewPassword } = await changeSelf(deps, caller, body, actorOf(incoming, clock()))
    // The new password ended every session; the browser that set it gets a new one.
    if (hasNewPassword && caller.session) await beginSessionOf(deps, incoming)
  })

  serve(app, selfApi.remove, async (incoming) => {
    const { caller, body, request, reply } = incoming
    checkCancellable(caller)
    await requireOwner(deps, caller, { ...body, address: request.ip })
    await cancelSelf(deps, caller, actorOf(incoming, clock()))
    clearSessionCookie(reply, config.TRUSTED_PROXIES)
  })

  serve(app, selfApi.confirm, async (incoming) => {
    const { caller, body, request } = incoming
    await checkOwnPassword(deps, caller, { ...body, address: request.ip })
    if (caller.session) await beginSessionOf(deps, incoming)
  })

  serve(app, accessTokenApi.create, async ({ caller, query, request }) => {
    await requireOwner(deps, caller, { address: request.ip })
    const token = newSecret(256)
    await replaceAccessToken(store, caller.id, vault.hash(token, 'access token'), query.scope)
    return token
  })
  serve(app, accessTokenApi.scope, ({ caller }) => readTokenScope(store, caller.id))

  serve(app, selfApi.affiliateCode, ({ caller }) => affCodeOf(store, caller.id))

  serve(app, selfApi.affiliateTransfer, async ({ caller, body, request }) => {
    const amount = await transferEarnings(deps, caller, body.quota)
    const language = preferredLanguage(request.headers['accept-language'])
    return { data: undefined, message: logText('affiliate_transfer', language, { amount }) }
  })

  serve(app, selfApi.sessions, ({ caller }) => listOwnSessions(deps, caller))
  serve(app, selfApi.endSession, ({ caller, params }) => endOwnSession(deps, caller, params.id))
  serve(app, selfApi.endOtherSessions, ({ caller }) => endOtherSessions(deps, caller))

  serve(app, selfApi.unbind, async ({ caller, params, request }) => {
    await requireOwner(deps, caller, { address: request.ip })
    await unbind(deps, caller, params.provider)
  })

  serve(app, notificationApi.get, ({ caller }) => readSetting(deps, caller.id))
  serve(app, notificationApi.update, ({ caller, body }) => saveSetting(deps, caller.id, body))
  serve(app, notificationApi.wxpusherCode, ({ caller }) => fetchCode(deps, caller.id))
  serve(app, notificationApi.wxpusherState, async ({ caller }) => ({ state: await bindingState(deps, caller.id) }))
  serve(app, notificationApi.wxpusherUnbind, ({ caller }) => unbindWxpusher(deps, caller.id))
  serve(app, notificationApi.test, ({ caller }) => sendTest(deps, caller.id))
}

type CallerRequest = Parameters<typeof beginSession>[2] & { caller: { id: number } }

async function beginSessionOf(deps: Deps, { caller, request, reply }: CallerRequest) {
  const user = await findOwnSecrets(deps.store, caller.id)
  if (!user) throw new AppError('session_expired')
  await beginSession(deps, user, { request, reply })
}
