import { isCloudflareGateway } from '../openai-shaped/address.ts'
import type { Target } from '../provider.ts'

const defaultVersion = '2025-04-01-preview'
/** From here on streams can be asked for their usage. */
const usageSince = '2024-09-01-preview'
/** The first version that knows Responses. */
const responsesSince = '2025-03-01-preview'

type AzureEndpoint = Pick<Target, 'base_url' | 'other'>

/** Azure has two generations of addresses: one per deployment with a dated version, and one like OpenAI's own. */
const hasOpenAiPaths = ({ other }: Pick<AzureEndpoint, 'other'>): boolean => other === 'v1' || other === 'preview'

const versionOf = ({ other }: AzureEndpoint): string => other || defaultVersion

/** A client may ask for a dated version of its own, where versions are dated. */
export const chosenVersion = (other: string, query: Record<string, string>): string => {
  const requested = query['api-version'] ?? ''
  return !hasOpenAiPaths({ other }) && /^\d{4}-\d\d-\d\d(-preview)?$/.test(requested) ? requested : other
}

/** A deployment is what a customer called it. Names could not contain dots once; old channels still leave them out. */
export const deploymentOf = ({ model, setting }: Pick<Target, 'model' | 'setting'>): string =>
  setting.strip_dots === true ? model.replaceAll('.', '') : model

export const asksUsage = (endpoint: AzureEndpoint): boolean =>
  hasOpenAiPaths(endpoint) || versionOf(endpoint).slice(0, 10) >= usageSince.slice(0, 10)

/** Where a question of OpenAI's path goes for this deployment. */
export function azureAddress(target: Target, path: string): string {
  const operation = path.replace(/^\/v1\//, '')
  if (hasOpenAiPaths(target)) return `${target.base_url}/openai/v1/${operation}${previewQuery(target)}`
  const deployment = encodeURIComponent(deploymentOf(target))
  // Cloudflare's gateway already has the way to the deployments in its address.
  const folder = isCloudflareGateway(target) ? '' : '/openai/deployments'
  return `${target.base_url}${folder}/${deployment}/${operation}?api-version=${encodeURIComponent(versionOf(target))}`
}

/** What belongs to the whole resource and to no deployment. */
export function resourceAddress(endpoint: AzureEndpoint, path: string): string {
  const operation = path.replace(/^\/v1\//, '')
  if (hasOpenAiPaths(endpoint)) return `${endpoint.base_url}/openai/v1/${operation}${previewQuery(endpoint)}`
  return `${endpoint.base_url}/openai/${operation}?api-version=${encodeURIComponent(versionOf(endpoint))}`
}

/** Responses has one address for all deployments, at versions that know it. `version` is the client's own wish. */
export function responsesAddress(target: Target, path: string, version?: string): string {
  const operation = path.replace(/^\/v1\//, '')
  if (hasOpenAiPaths(target)) return `${target.base_url}/openai/v1/${operation}${previewQuery(target)}`
  const requested = version ?? versionOf(target)
  const known = requested.slice(0, 10) >= responsesSince.slice(0, 10) ? requested : defaultVersion
  return `${target.base_url}/openai/${operation}?api-version=${encodeURIComponent(known)}`
}

export function realtimeAddress(target: Target): string {
  const name = encodeURIComponent(deploymentOf(target))
  if (hasOpenAiPaths(target)) return `${target.base_url}/openai/v1/realtime?model=${name}`
  return `${target.base_url}/openai/realtime?api-version=${encodeURIComponent(versionOf(target))}&deployment=${name}`
}

const previewQuery = ({ other }: AzureEndpoint): string => (other === 'preview' ? '?api-version=preview' : '')
