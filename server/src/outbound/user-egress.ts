import type { EgressPolicy } from './egress-policy.ts'

const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])

/** For addresses that callers name: nothing of ours, and only where the web listens, but for what an operator lists. */
export const userEgress = (allowed: EgressPolicy['allowed']): EgressPolicy => ({
  allowPrivate: false,
  ports: webPorts,
  allowed,
})
