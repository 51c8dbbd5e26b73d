import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'

type Auth = { type: 'none' } | { type: 'header' | 'query'; name: string; value: string }

/** A path of the clients, and the path of the upstream that it leads to. */
export type Route = {
  incoming: string
  upstream: string
  /** The translation between the two, by the family's names. */
  converter: string
  /** Absent: a bearer key. */
  auth: Auth | undefined
  serves(model: string): boolean
}

const regexPrefix = 're:'

/** An invalid pattern matches nothing. */
function ruleOf(rule: string): (model: string) => boolean {
  if (!rule.startsWith(regexPrefix)) return (model) => model === rule
  try {
    const pattern = new RegExp(rule.slice(regexPrefix.length), 'u')
    return (model) => pattern.test(model)
  } catch {
    return () => false
  }
}

function authIn(value: unknown): Auth | undefined {
  const auth = objectOf(value)
  const [name, template] = [textOf(auth?.name)?.trim() ?? '', textOf(auth?.value) ?? '']
  if (auth?.type === 'header' || auth?.type === 'query') return { type: auth.type, name, value: template }
  return auth ? { type: 'none' } : undefined
}

function routeIn(value: unknown): Route[] {
  if (!isObject(value)) return []
  const [incoming, upstream] = [textOf(value.incoming_path)?.trim(), textOf(value.upstream_path)?.trim()]
  if (!incoming || !upstream) return []
  const rules = listOf(value.models)
    .map((rule) => textOf(rule)?.trim() ?? '')
    .filter(Boolean)
    .map(ruleOf)
  return [
    {
      incoming,
      upstream,
      converter: textOf(value.converter)?.trim() || 'none',
      auth: authIn(value.auth),
      serves: (model) => rules.length === 0 || rules.some((rule) => rule(model)),
    },
  ]
}

const known = new WeakMap<JsonObject, readonly Route[]>()

/** The routes of a channel, in their order. They are read once for each state of its settings. */
export function routesIn(setting: JsonObject): readonly Route[] {
  const found = known.get(setting)
  if (found) return found
  const routes = listOf(objectOf(setting.advanced_custom)?.advanced_routes).flatMap(routeIn)
  known.set(setting, routes)
  return routes
}
