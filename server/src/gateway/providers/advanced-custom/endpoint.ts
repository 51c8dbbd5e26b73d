import { unsupported } from '../../translate/response/unsupported.ts'
import { bearer } from '../openai-shaped/address.ts'
import { fixedPath } from '../openai-shaped/fixed-path.ts'
import type { Endpoint } from '../openai-shaped/single.ts'
import type { Target } from '../provider.ts'
import type { Route } from './routes.ts'

type Account = Pick<Target, 'base_url' | 'key'>

const keyVariable = '{api_key}'
const modelVariable = '{model}'

/** A credential as a route words it: the key in a template, or a text of its own. */
export const credentialOf = (template: string, { key }: Pick<Target, 'key'>): string =>
  template.replaceAll(keyVariable, () => key)

/** A key stays with the host of the channel's base URL, so a route cannot lead to another one. */
function urlOf({ upstream }: Route, { base_url }: Account, model: string): URL {
  const path = fixedPath(upstream.replaceAll(modelVariable, () => encodeURIComponent(model)))
  const url = path.startsWith('/') && !path.startsWith('//') ? URL.parse(base_url + path) : URL.parse(path)
  if (!url || url.origin !== URL.parse(base_url)?.origin)
    throw unsupported('a route of this channel leads to another host than its base URL')
  return url
}

/** The URL and the credential of a route. `change` modifies the path. */
export function endpointOf(
  route: Route,
  account: Account,
  model = '',
  change: (path: string) => string = (path) => path,
): Endpoint {
  const url = urlOf(route, account, model)
  url.pathname = change(url.pathname)
  const { auth } = route
  if (!auth) return { url: url.href, headers: bearer(account) }
  if (auth.type === 'none') return { url: url.href, headers: {} }
  const value = credentialOf(auth.value, account)
  if (!/^[\w-]+$/.test(auth.name)) throw unsupported('a route of this channel has no valid credential')
  if (auth.type === 'header') return { url: url.href, headers: { [auth.name.toLowerCase()]: value } }
  url.searchParams.set(auth.name, value)
  return { url: url.href, headers: {} }
}
