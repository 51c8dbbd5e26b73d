import { type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { isObject } from '../exchange/json.ts'
import { Refusal } from '../exchange/response.ts'
import { openaiErrorBody } from '../openai/errors.ts'
import { modelList } from '../openai/models.ts'
import { openaiRoutes } from '../openai/openai.ts'
import { hostChat } from './host-chat.ts'
import type { HostRules } from './host-rules.ts'

/** A vendor of OpenAI's dialect, built from its rules. */
export function hostVendor(name: string, rules: HostRules): Vendor {
  const { root, error = openaiErrorBody, models } = rules
  const refuse = (status: number, message: string) => new Refusal(status, error(status, message))
  const routes: Record<string, Handler> = {
    'POST /chat/completions': (call) => hostChat(call, rules.chat, refuse),
    ...(models && { 'GET /models': modelList(models) }),
    ...Object.fromEntries((rules.serves ?? []).map((route) => [route, openaiRoutes[route] as Handler])), // it is one of them
    ...rules.routes,
  }
  const inOwnWords =
    (handler: Handler): Handler =>
    async (call) => {
      try {
        return await handler(call)
      } catch (refusal) {
        throw refusal instanceof Refusal && rules.error ? ownRefusal(refusal, rules.error) : refusal
      }
    }
  return {
    name,
    authenticate({ key }) {
      const { status, message } = rules.wrongKey ?? { status: 401, message: 'Invalid API key' }
      if (isWrongKey(key) || (key === '' && !rules.isKeyless)) throw refuse(status, message)
    },
    refuse,
    find(method, path) {
      if (!path.startsWith(`${root}/`)) return undefined
      const handler = routes[`${method} ${path.slice(root.length)}`]
      return handler && inOwnWords(handler)
    },
  }
}

/** Rewrites a refusal of the shared code, which has OpenAI's format, in the vendor's own format. */
function ownRefusal(refusal: Refusal, error: NonNullable<HostRules['error']>): Refusal {
  const { status, body } = refusal
  const told = isObject(body) && isObject(body.error) ? body.error : undefined
  return told && 'param' in told ? new Refusal(status, error(status, String(told.message))) : refusal
}
