import { isIP } from 'node:net'
import { options } from '@turnpike/contract/options'
import { hiddenPassword, isProxyName, type ProxyTest, type ProxyToTest } from '@turnpike/contract/routing/proxies'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { UpstreamTimeout } from '../../../outbound/exchange.ts'
import type { ProxyServer } from '../../../outbound/proxy.ts'
import { ProxyCredentialsRefused, ProxyFailure, ProxyTimeout } from '../../../outbound/tunnel/proxy-failure.ts'
import { findChannelWithKey } from '../channels/channels.queries.ts'
import { keptPassword, openedProxy } from './channel-proxy.ts'
import { readProxies } from './proxies.queries.ts'
import { readAddress } from './proxies.rules.ts'

type TestDeps = Pick<Deps, 'store' | 'vault' | 'outbound' | 'options'>

const timeoutSeconds = 15
const bytesMax = 64 * 1024

/** Requests the server's own address from a service, through the proxy. */
export async function testProxy(deps: TestDeps, asked: ProxyToTest): Promise<ProxyTest> {
  const proxy = await proxyToTest(deps, asked)
  const startedAt = performance.now()
  const address = deps.options.current().ProxyEchoAddress || options.ProxyEchoAddress.default
  const { status, body } = await deps.outbound
    .sendThrough(proxy, address, { timeoutSeconds, bytesMax })
    .catch((error: unknown) => {
      throw failureOf(error, (performance.now() - startedAt) / 1000)
    })
  const ms = Math.max(1, Math.round(performance.now() - startedAt))
  const exit_address = status === 200 ? addressIn(body) : undefined
  if (exit_address === undefined) throw new AppError('proxy_echo_failed', { params: { status } })
  return { exit_address, ms }
}

async function proxyToTest({ store, vault }: TestDeps, { proxy, id, channel }: ProxyToTest): Promise<ProxyServer> {
  const listed = await readProxies(store)
  if (isProxyName(proxy)) {
    const row = listed.find(({ name }) => name === proxy)
    if (!row) throw new AppError('proxy_missing', { params: { name: proxy } })
    return openedProxy(vault, row.address_cipher) ?? unusable()
  }
  const given = readAddress(proxy)
  if (given.password !== hiddenPassword) return given
  const ofChannel = channel === undefined ? undefined : await findChannelWithKey(store, channel)
  const cipher = ofChannel?.proxy_cipher ?? listed.find((row) => row.id === id)?.address_cipher ?? ''
  return keptPassword(given, openedProxy(vault, cipher))
}

/** The reason names no address and no password. */
function failureOf(error: unknown, seconds: number): AppError {
  const causes = causesOf(error)
  const detail = { reason: causes.map(({ message }) => message).join(': ') }
  if (causes.some((each) => each instanceof ProxyCredentialsRefused))
    return new AppError('proxy_credentials', { detail })
  if (causes.some((each) => each instanceof UpstreamTimeout || each instanceof ProxyTimeout))
    return new AppError('proxy_timeout', { params: { seconds: Math.round(seconds) }, detail })
  const refusal = causes.find((each) => each instanceof ProxyFailure)
  if (refusal && causes.some((each) => 'syscall' in each)) return new AppError('proxy_away', { detail }) // no connection
  return refusal
    ? new AppError('proxy_unreachable', { params: { reason: refusal.message }, detail })
    : new AppError('proxy_echo_unreachable', { detail })
}

const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])

function unusable(): never {
  throw new AppError('proxy_unusable')
}

/** The address as a plain text, or in a JSON object. */
function addressIn(body: string): string | undefined {
  const text = body.trim()
  const found =
    isIP(text) > 0 ? text : Object.values(objectIn(text)).find((value) => typeof value === 'string' && isIP(value) > 0)
  return typeof found === 'string' ? found : undefined
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
