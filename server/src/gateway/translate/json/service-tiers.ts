import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import type { Service, Usage } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { tierFields } from './reserved-fields.ts'

/** The service tier that a vendor's word means. `fast` is OpenAI's other name of `priority`. */
const tierOfWord: Readonly<Record<string, ServiceTier>> = {
  priority: 'priority',
  fast: 'priority',
  flex: 'flex',
  batch: 'batch',
}

/** Reads a `service_tier`. Undefined for `auto`, which leaves the choice to the upstream. */
export function readServiceTier(word: unknown): Service['tier'] {
  if (typeof word !== 'string' || word === '' || word === 'auto') return undefined
  const plain = word.toLowerCase()
  return Object.hasOwn(tierOfWord, plain) ? tierOfWord[plain] : 'standard'
}

/** The usage with the service tier that its response states. */
export function withServiceTier(usage: Usage | undefined, word: unknown): Usage | undefined {
  const tier = usage && readServiceTier(word)
  return tier ? { ...usage, service: { tier } } : usage
}

/** The service that a request asks for. */
export function requestedService(body: JsonObject): Service | undefined {
  const { speed, inference_geo } = body
  const tier = readServiceTier(body.service_tier ?? body.serviceTier)
  if (tier === undefined && speed !== 'fast' && inference_geo !== 'us') return undefined
  return {
    ...(tier && { tier }),
    ...(speed === 'fast' && { speed }),
    ...(inference_geo === 'us' && { region: inference_geo }),
  }
}

/** Whether a field chooses a service tier. The `speed` of a voice is a number. */
export const isTierField = (name: string, value: unknown): boolean =>
  tierFields.includes(name) && (name !== 'speed' || Number.isNaN(Number(value)))

/** The request without the service tiers that have no price: it is served and charged at the normal tier. */
export function withoutUnpricedTiers(body: JsonObject, isPriced: (tier: ServiceTier) => boolean): JsonObject {
  const service = requestedService(body)
  if (!service) return body
  const { tier, speed, region } = service
  const isUnpriced = (each: Service[keyof Service]) =>
    each !== undefined && each !== 'standard' && each !== 'global' && !isPriced(each)
  const dropped = [
    ...(isUnpriced(tier) ? ['service_tier', 'serviceTier'] : []),
    ...(isUnpriced(speed) ? ['speed'] : []),
    ...(isUnpriced(region) ? ['inference_geo'] : []),
  ]
  if (dropped.length === 0) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !dropped.includes(name)))
}
