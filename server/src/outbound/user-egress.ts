import type { EgressPolicy } from './egress-policy.ts'

const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])

/** The policy for addresses that callers name: public hosts at web ports, and the targets the operator lists. */
export const userEgress = (allowed: EgressPolicy['allowed']): EgressPolicy => ({
  allowPrivate: false,
  ports: webPorts,
  allowed,
})
