import { isCloudflareGateway } from '../openai-shaped/address.ts'
import { fixedPath } from '../openai-shaped/fixed-path.ts'
import type { Target } from '../provider.ts'

/** The version for requests that need a dated one where the channel has none, or one that is too old. */
const datedDefault = '2025-04-01-preview'
/**
 * Stored for an empty field. It is older than function calling, and only DALL-E 2 used it last: a channel with it gets
 * the API without versions (learn.microsoft.com/azure/ai-services/openai/api-version-deprecation, read 2026-11-18).
 */
const storedDefault = '2023-06-01-preview'
/** The first version that supports usage in streams. */
const usageSince = '2024-09-01-preview'
/** The first version that supports Responses. */
const responsesSince = '2025-03-01-preview'

type AzureEndpoint = Pick<Target, 'base_url' | 'other'>

const hasVersion = ({ other }: AzureEndpoint): boolean => other !== '' && other !== storedDefault

const namesOpenAiPaths = (other: string): boolean => other === 'v1' || other === 'preview'

/**
 * Azure has two generations of URLs: one per deployment with a dated version, and one with OpenAI's paths. Cloudflare's
 * gateway only has the first.
 */
const hasOpenAiPaths = (endpoint: AzureEndpoint): boolean =>
  namesOpenAiPaths(endpoint.other) || (!hasVersion(endpoint) && !isCloudflareGateway(endpoint))

const versionOf = (endpoint: AzureEndpoint): string => (hasVersion(endpoint) ? endpoint.other : datedDefault)

/** A client may choose a dated version where versions are dated. */
export const chosenVersion = (other: string, query: Record<string, string>): string => {
  const requested = query['api-version'] ?? ''
  return !namesOpenAiPaths(other) && /^\d{4}-\d\d-\d\d(-preview)?$/.test(requested) ? requested : other
}

/**
 * A deployment has a name of the customer's choice. Names could not contain dots once; old channels still remove them.
 */
export const deploymentOf = ({ model, setting }: Pick<Target, 'model' | 'setting'>): string =>
  setting.strip_dots === true ? model.replaceAll('.', '') : model

export const requestsUsage = (endpoint: AzureEndpoint): boolean =>
  hasOpenAiPaths(endpoint) || versionOf(endpoint).slice(0, 10) >= usageSince.slice(0, 10)

/** The URL of an OpenAI path for this deployment. */
export function azureAddress(target: Target, path: string): string {
  const operation = path.replace(/^\/v1\//, '')
  if (hasOpenAiPaths(target)) return `${target.base_url}/openai/v1/${operation}${previewQuery(target)}`
  const deployment = encodeURIComponent(deploymentOf(target))
  // Cloudflare's gateway has the path to the deployments in its base URL.
  const folder = isCloudflareGateway(target) ? '' : '/openai/deployments'
  const address = fixedPath(`${target.base_url}${folder}/${deployment}/${operation}`)
  return `${address}?api-version=${encodeURIComponent(versionOf(target))}`
}

/** The URL of an OpenAI path for the whole resource. */
export function resourceAddress(endpoint: AzureEndpoint, path: string): string {
  const operation = path.replace(/^\/v1\//, '')
  if (hasOpenAiPaths(endpoint)) return `${endpoint.base_url}/openai/v1/${operation}${previewQuery(endpoint)}`
  return `${endpoint.base_url}/openai/${operation}?api-version=${encodeURIComponent(versionOf(endpoint))}`
}

/** Responses has one URL for all deployments, at versions that support it. `version` is the client's choice. */
export function responsesAddress(target: Target, path: string, version?: string): string {
  const operation = path.replace(/^\/v1\//, '')
  if (hasOpenAiPaths(target)) return `${target.base_url}/openai/v1/${operation}${previewQuery(target)}`
  const requested = version ?? versionOf(target)
  const known = requested.slice(0, 10) >= responsesSince.slice(0, 10) ? requested : datedDefault
  return `${target.base_url}/openai/${operation}?api-version=${encodeURIComponent(known)}`
}

export function realtimeAddress(target: Target): string {
  const name = encodeURIComponent(deploymentOf(target))
  if (hasOpenAiPaths(target)) return `${target.base_url}/openai/v1/realtime?model=${name}`
  return `${target.base_url}/openai/realtime?api-version=${encodeURIComponent(versionOf(target))}&deployment=${name}`
}

const previewQuery = ({ other }: AzureEndpoint): string => (other === 'preview' ? '?api-version=preview' : '')
