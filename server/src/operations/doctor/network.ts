import { isIPv6 } from 'node:net'
import { channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import type { OptionValues } from '@turnpike/contract/options'
import { channelStatus } from '@turnpike/contract/routing/channel'
import type { Config } from '../../config.ts'
import { membersOf, proxyOf } from '../../domain/routing/proxies/channel-proxy.ts'
import { readProxies } from '../../domain/routing/proxies/proxies.queries.ts'
import { type Agents, createAgents } from '../../outbound/agents.ts'
import { direct } from '../../outbound/proxies.ts'
import { type ChannelProxy, type ProxyServer, shownProxy } from '../../outbound/proxy.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { traceSettings } from '../../traces/trace-settings.rules.ts'
import { readEnabledChannels } from './database.queries.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'
import { reach, reachAsChannel } from './reach.ts'

type Network = { config: Config; options: OptionValues; agents: Pick<Agents, 'lookupFor'> }

const localHost = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[?::1\]?$|\[?f[cd])|\.local(host)?$/i

export async function checkNetwork(network: Network): Promise<Finding[]> {
  return [
    ...(await checkRedis(network.config)),
    ...(await checkMail(network)),
    ...(await checkServerAddress(network)),
    ...checkProxies(network),
  ]
}

async function checkRedis({ REDIS_CONN_STRING }: Config): Promise<Finding[]> {
  if (!REDIS_CONN_STRING) return []
  const { Redis } = await import('ioredis')
  const settings = { lazyConnect: true, connectTimeout: 2000, maxRetriesPerRequest: 0, retryStrategy: () => null }
  const redis = new Redis(REDIS_CONN_STRING, settings)
  let failure: unknown
  redis.on('error', (error: Error) => {
    failure ??= error // the failed connection reports only that it is closed
  })
  try {
    await redis.connect()
    await redis.ping()
    return [ok('redis', 'reachable')]
  } catch (error) {
    return [
      warning('redis', reasonOf(failure ?? error), 'Until Redis is back every instance counts rate limits for itself.'),
    ]
  } finally {
    redis.disconnect()
  }
}

async function checkMail({ options, agents }: Network): Promise<Finding[]> {
  const { SMTPServer, SMTPPort, EmailVerificationEnabled } = options
  if (!SMTPServer) {
    if (!EmailVerificationEnabled) return []
    return [
      problem(
        'mail',
        'new accounts need a code by mail, and there is no mail server',
        'Set it under Settings → System.',
      ),
    ]
  }
  const address = URL.parse(`http://${SMTPServer}:${SMTPPort}`)
  const failure = address ? await reach(agents, address) : 'it is no host name'
  const server = `${SMTPServer}:${SMTPPort}`
  if (!failure) return [ok('mail', `${server} is reachable`)]
  return [
    problem('mail', `${server}: ${failure}`, 'Correct the mail server under Settings → System, or open the port.'),
  ]
}

/** Payment providers and sign-in providers send browsers and notifications to this address. */
async function checkServerAddress({ options, agents }: Network): Promise<Finding[]> {
  const { ServerAddress, CustomCallbackAddress, PayAddress, EpayId, StripeSecretKey } = options
  const hasPayments = StripeSecretKey !== '' || (PayAddress !== '' && EpayId !== '')
  const hasSignIn = options.GitHubOAuthEnabled || options.LinuxDOOAuthEnabled || options.OidcEnabled
  const isNeeded = hasPayments || hasSignIn || options.PasskeyEnabled
  const uses = hasPayments ? 'payments' : 'sign-in'
  const findings: Finding[] = []
  if (ServerAddress !== '') findings.push(await judgeAddress('server address', ServerAddress, isNeeded, agents))
  else if (isNeeded)
    findings.push(problem('server address', `it is not set, and ${uses} needs it`, 'Set it under Settings → System.'))
  if (hasPayments && CustomCallbackAddress.trim() !== '')
    findings.push(await judgeAddress('payment callback', CustomCallbackAddress.trim(), true, agents))
  return findings
}

async function judgeAddress(
  check: string,
  text: string,
  isNeeded: boolean,
  agents: Network['agents'],
): Promise<Finding> {
  const url = URL.parse(text)
  const advice = 'Set the address by which the world reaches this server under Settings → System.'
  if (!url || !/^https?:$/.test(url.protocol)) return problem(check, 'it is no http(s) address', advice)
  if (isNeeded && localHost.test(url.hostname))
    return problem(check, `${url.origin} is not reachable from outside`, advice)
  const failure = await reach(agents, url)
  if (failure)
    return warning(
      check,
      `${url.origin} cannot be reached from here: ${failure}`,
      'Look whether it can be reached from outside.',
    )
  if (isNeeded && url.protocol === 'http:')
    return warning(check, `${url.origin} is not encrypted`, 'Put a proxy with a certificate before the server.')
  return ok(check, `${url.origin} is reachable`)
}

/** This server speaks plain HTTP, so an https address means a proxy. */
function checkProxies({ config, options }: Network): Finding[] {
  const isProxied = options.ServerAddress.startsWith('https:')
  if (config.TRUSTED_PROXIES.length > 0) return [ok('proxy', 'TRUSTED_PROXIES is set')]
  if (!isProxied) return []
  return [
    warning(
      'proxy',
      'the server address is https, so there is a proxy, and TRUSTED_PROXIES is not set',
      "Set it to the proxy's address, or all visitors share one address for rate limits. The proxy must send X-Forwarded-For and X-Forwarded-Proto.",
    ),
  ]
}

/**
 * Whether the host of every enabled channel responds; of a channel with a proxy, whether the proxy does, because its host
 * must not see this server. No key and no password is sent.
 */
export async function checkChannels(
  store: Store,
  vault: Vault,
  agents: Pick<Agents, 'lookupFor' | 'tunnelTo'>,
): Promise<Finding[]> {
  const rows = await readEnabledChannels(store, channelStatus.enabled)
  if (rows.length === 0) return [warning('channels', 'none is enabled', 'Add one under Channels.')]
  const list = new Map((await readProxies(store)).map(({ name, address_cipher }) => [name, address_cipher]))
  const channels = rows.map(({ setting, proxy_cipher, ...channel }) => ({
    ...channel,
    proxy: proxyOf({ setting: membersOf(setting), proxy_cipher }, list, vault),
  }))
  const unproxied = channels.filter(({ proxy }) => proxy === undefined)
  return [...(await checkOrigins(unproxied, agents)), ...(await checkChannelProxies(channels, agents))]
}

type Enabled = { id: number; name: string; type: number; base_url: string; proxy: ChannelProxy }

const namesOf = (channels: readonly Enabled[]) => channels.map(({ id, name }) => `${id} ${name}`).join(', ')

async function checkChannelProxies(channels: readonly Enabled[], agents: Pick<Agents, 'lookupFor'>) {
  const findings: Finding[] = []
  const unusable = channels.filter(({ proxy }) => proxy === 'unusable')
  if (unusable.length > 0) {
    const advice = 'Choose another proxy for these channels. They get no calls until then.'
    findings.push(problem('proxies', `the proxy was deleted or cannot be decrypted (${namesOf(unusable)})`, advice))
  }
  const used = channels.flatMap(({ proxy }) => (typeof proxy === 'object' ? [proxy] : []))
  for (const [shown, [proxy]] of Map.groupBy(used, shownProxy)) {
    if (!proxy) continue
    const names = namesOf(channels.filter((each) => typeof each.proxy === 'object' && shownProxy(each.proxy) === shown))
    const failure = await reach(agents, serverOf(proxy))
    const advice = 'Look whether the proxy runs. The calls of these channels go to other channels until then.'
    findings.push(
      failure
        ? warning('proxies', `${shown}: ${failure} (${names})`, advice)
        : ok('proxies', `${shown} is reachable (${names})`),
    )
  }
  return findings
}

const serverOf = ({ protocol, host, port }: ProxyServer): URL =>
  new URL(`${protocol === 'https' ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`)

async function checkOrigins(
  channels: readonly Enabled[],
  agents: Pick<Agents, 'lookupFor' | 'tunnelTo'>,
): Promise<Finding[]> {
  const byOrigin = Map.groupBy(channels, ({ type, base_url }) => originOf(type, base_url))
  const findings: Finding[] = []
  for (const [origin, users] of byOrigin) {
    const names = namesOf(users)
    const failure = origin === '' ? undefined : await reachAsChannel(agents, new URL(origin))
    if (origin === '') findings.push(ok('channels', `no address of their own to connect to: ${names}`))
    else if (!failure) findings.push(ok('channels', `${origin} is reachable (${names})`))
    else {
      const advice = 'Look at the base URL of these channels, at DNS and at the firewall.'
      findings.push(warning('channels', `${origin}: ${failure} (${names})`, advice))
    }
  }
  return findings
}

/** Empty where the provider derives the address from the key. */
const originOf = (type: number, baseUrl: string): string =>
  URL.parse(baseUrl || (isChannelType(type) ? channelTypes[type].defaultBaseUrl : ''))?.origin ?? ''

/** The collector of traces, where there is one. It is the operator's own: the policy for channels does not apply to it. */
export async function checkTraces(config: Config): Promise<Finding[]> {
  const read = traceSettings(config)
  if (!read) return []
  const ignored = read.ignored.map(({ variable, reason }) =>
    warning('traces', `${variable} is ignored: ${reason}`, 'docs/configuration.md says which values there are.'),
  )
  const agents = createAgents({ allowPrivate: true, allowed: [] }, direct)
  try {
    const url = new URL(read.settings.url)
    const failure = await reach(agents, url)
    const advice = 'Calls go on without it. Look whether the collector runs, and takes OTLP over HTTP at this address.'
    const { origin } = url // an address may have a password
    return [
      ...ignored,
      failure ? warning('traces', `${origin}: ${failure}`, advice) : ok('traces', `${origin} is reachable`),
    ]
  } finally {
    await agents.close()
  }
}
