import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { EgressPolicy } from './egress-policy.ts'
import { parseNoProxy } from './no-proxy.ts'
import { direct, type Proxies } from './proxies.ts'
import { type ProxyServer, shownProxy } from './proxy.ts'

export type ProxyVariables = {
  /** For every target; the next two are ignored. */
  OUTBOUND_PROXY?: ProxyServer | undefined
  /** Only for targets with this protocol. */
  HTTPS_PROXY?: ProxyServer | undefined
  HTTP_PROXY?: ProxyServer | undefined
  NO_PROXY?: string | undefined
}

export type EnvironmentProxies = Proxies & {
  /** For the log, without passwords. Undefined if the environment names no proxy. */
  readonly shown: Record<string, string> | undefined
}

/** The proxies that the environment names. Loopback is always reached directly, as by Go programs. */
export function environmentProxies(variables: ProxyVariables, policy: EgressPolicy): EnvironmentProxies {
  const { OUTBOUND_PROXY, HTTPS_PROXY, HTTP_PROXY, NO_PROXY = '' } = variables
  const forHttps = OUTBOUND_PROXY ?? HTTPS_PROXY
  const forHttp = OUTBOUND_PROXY ?? HTTP_PROXY
  if (!forHttps && !forHttp) return { of: direct.of, policy, shown: undefined }
  const isExempt = parseNoProxy(NO_PROXY)
  return {
    of({ protocol, hostname, port }) {
      const isEncrypted = protocol === 'https:'
      const host = hostname.replace(/^\[|\]$/g, '')
      if (isLoopback(host) || isExempt(host, port || (isEncrypted ? '443' : '80'))) return undefined
      return isEncrypted ? forHttps : forHttp
    },
    policy,
    shown: {
      ...(forHttps && { https: shownProxy(forHttps) }),
      ...(forHttp && { http: shownProxy(forHttp) }),
      ...(NO_PROXY && { no_proxy: NO_PROXY }),
    },
  }
}

const isLoopback = (host: string) =>
  host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback')
