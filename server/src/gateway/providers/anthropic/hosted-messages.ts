import { bearer } from '../openai-shaped/address.ts'
import type { NativeOperation, Target } from '../provider.ts'
import { nativeMessages } from './native.ts'

/** Anthropic's format at a host that offers it beside its own, with the host's own credential. */
export const hostedMessages = (
  hostOf: (target: Target) => string,
  keyOf: (target: Target) => Pick<Target, 'key'> = (target) => target,
): NativeOperation => ({
  ...nativeMessages,
  request(body, target, call) {
    const { headers, ...request } = nativeMessages.request(body, { ...target, base_url: hostOf(target) }, call)
    const { 'x-api-key': _, ...rest } = headers
    return { ...request, headers: { ...rest, ...bearer(keyOf(target)) } }
  },
})
