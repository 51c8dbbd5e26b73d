import type { EgressPolicy } from './egress-policy.ts'
import type { ChannelProxy } from './proxy.ts'

/** Which proxy a request goes through, and where proxies may be. */
export type Proxies = {
  /** Undefined: the request goes directly. */
  of(target: URL): ChannelProxy
  readonly policy: EgressPolicy
}

export const direct: Proxies = { of: () => undefined, policy: { allowPrivate: false, allowed: [] } }

/** A channel's own proxy is used for every target, also where the environment names none. */
export const proxiesOfChannel = (proxy: ChannelProxy, environment: Proxies): Proxies =>
  proxy === undefined ? environment : { of: () => proxy, policy: environment.policy }
