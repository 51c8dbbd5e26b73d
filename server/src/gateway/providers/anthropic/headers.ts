import { listOf } from '../../translate/json/json-values.ts'
import type { ClientRequestHead, Target } from '../provider.ts'

const versionDefault = '2023-06-01'
const oauthKey = 'sk-ant-oat'
const oauthBeta = 'oauth-2025-04-20'

const namesIn = (list: unknown): string[] => (typeof list === 'string' ? list.split(',') : listOf(list).map(String))

/** The beta features of a call, each once, in the order they were requested. */
export function joinBetas(...lists: unknown[]): string[] {
  const names = lists.flatMap(namesIn).map((name) => name.trim())
  return [...new Set(names.filter((name) => /^[\w.-]+$/.test(name)))]
}

type Caller = Pick<ClientRequestHead, 'headers'>

/** The credential, the API version and the beta features. A channel may switch beta features on for all its calls. */
export function anthropicHeaders(
  { key, setting }: Pick<Target, 'key' | 'setting'>,
  betas: readonly string[] = [],
  client: Caller = { headers: {} },
): Record<string, string> {
  const isOauth = key.startsWith(oauthKey)
  const version = client.headers['anthropic-version'] ?? ''
  const all = joinBetas(client.headers['anthropic-beta'], betas, setting.anthropic_beta, isOauth ? oauthBeta : '')
  return {
    ...(isOauth ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }),
    'anthropic-version': /^\d{4}-\d\d-\d\d$/.test(version) ? version : versionDefault,
    ...(all.length > 0 && { 'anthropic-beta': all.join(',') }),
  }
}
