import type { JsonObject } from '../../forms/chat.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { fixedPart } from '../../translate/response/bad-channel.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { fixedPath } from '../openai-shaped/fixed-path.ts'
import type { Target } from '../provider.ts'
import { isApiKey, readServiceAccount } from './service-account.ts'

type Account = Omit<Target, 'model'> & { model?: string }

const regionDefault = 'global'
const regionPattern = /^[a-z]{2,20}(?:-[a-z]{2,20}\d{1,2})?$/
const projectPattern = /^[a-z][a-z0-9.:-]{0,62}$/

/** The channel names one region, or regions by model: `{"claude-opus-4-6": "us-east5", "default": "global"}`. */
function regionOf({ other, requestedModel: requested = '', model = '' }: Account): string {
  const named = other.trim()
  const region = named.startsWith('{') ? regionIn(named, [requested, model, 'default']) : named
  return fixedPart(region || regionDefault, regionPattern, 'region')
}

function regionIn(map: string, names: readonly string[]): string {
  try {
    const regions = objectOf(JSON.parse(map))
    const found = names.find((name) => regions && Object.hasOwn(regions, name) && textOf(regions[name]) !== undefined)
    return textOf(found === undefined ? undefined : regions?.[found]) ?? regionDefault
  } catch {
    return map // not a region, and refused as such
  }
}

function originOf(base_url: string, region: string): string {
  if (base_url !== '') return base_url
  if (region === 'global') return 'https://aiplatform.googleapis.com'
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com`
  return `https://${region}-aiplatform.googleapis.com`
}

type Version = 'v1' | 'v1beta1'

/** The URL of a resource in the account's project and the model's region. */
export function projectUrl(target: Account, path: string, version: Version = 'v1'): string {
  const region = regionOf(target)
  const project = fixedPart(readServiceAccount(target.key).project, projectPattern, 'project')
  return fixedPath(`${originOf(target.base_url, region)}/${version}/projects/${project}/locations/${region}/${path}`)
}

/** The URL of a resource without a project. */
export const publicUrl = (target: Account, path: string, version: Version = 'v1'): string =>
  fixedPath(`${originOf(target.base_url, regionDefault)}/${version}/${path}`)

/** The credential, and the throughput of the project to use. */
export function headersOf({ key, token = '', setting }: Account): Record<string, string> {
  return {
    ...(isApiKey(key) ? { 'x-goog-api-key': key.trim() } : { authorization: `Bearer ${token}` }),
    ...throughput(setting),
  }
}

function throughput({ request_type }: JsonObject): Record<string, string> {
  return request_type === 'dedicated' || request_type === 'shared'
    ? { 'x-vertex-ai-llm-request-type': request_type }
    : {}
}

/** The project that pays for requests without a project. */
export const payerOf = ({ key }: Account): Record<string, string> =>
  isApiKey(key) ? {} : { 'x-goog-user-project': fixedPart(readServiceAccount(key).project, projectPattern, 'project') }

/** A model's name as part of a path. Google does not encode the `@` before a version. */
export const encodedName = (model: string): string => encodeURIComponent(model).replaceAll('%40', '@')

/** An API key belongs to no project, so it serves only Google's own models. */
export function needsAccount({ key }: Account): void {
  if (isApiKey(key)) throw unsupported('This model is not served to channels with an API key', 'model')
}
