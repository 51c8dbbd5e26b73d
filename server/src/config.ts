import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { isPassword, personBounds } from '@turnpike/contract/identity/user-admin'
import { secretVariablePrefix } from '@turnpike/contract/system/config-file/secret-reference'
import { z } from 'zod'
import { parseAddressList } from './http/address-list.ts'
import { type EgressPolicy, operatorEgress, parseEgressAllow } from './outbound/egress-policy.ts'
import { type EnvironmentProxies, environmentProxies } from './outbound/environment-proxies.ts'
import { parseProxy } from './outbound/proxy.ts'
import { StartError } from './start-error.ts'
import { type DatabaseAddress, parseDsn } from './store/dsn.ts'

const { charactersMin: passwordMin, charactersMax: passwordMax } = personBounds.password

const whole = (minimum: number, maximum: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.int().min(minimum).max(maximum))
/** Fractions are allowed: tests need less than a second. */
const seconds = (minimum: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of seconds')
    .transform(Number)
    .pipe(z.number().min(minimum).max(86_400))
const workersMax = 256
const workers = z
  .string()
  .regex(/^(auto|\d{1,9})$/, 'must be a whole number, or auto for one per core')
  .transform((text) => (text === 'auto' ? Math.min(availableParallelism(), workersMax) : Number(text)))
  .pipe(z.int().min(1).max(workersMax))
/** At most a week: a timer of Node holds no more than 24 days. */
const minutes = whole(1, 10_080)
const httpAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''))
/** Used exactly as written: the path may end in a slash. */
const collectorAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const addressList = z.string().transform((text, issue) => {
  const list = parseAddressList(text)
  if (list.ok) return list.ranges
  issue.addIssue(`has an entry that is no address or range: ${list.bad}`)
  return z.NEVER
})

const egressAllow = z.string().transform((text, issue) => {
  try {
    return parseEgressAllow(text)
  } catch (error) {
    issue.addIssue((error as Error).message)
    return z.NEVER
  }
})

const proxyAddress = z.string().transform((text, issue) => {
  const proxy = parseProxy(text)
  if (proxy) return proxy
  issue.addIssue(
    'must be http://, https://, socks5:// or socks5h:// with a host, and a user name and password if needed',
  )
  return z.NEVER
})
/** As Go programs read it: without a protocol it is an HTTP proxy. */
const familiarProxy = z
  .string()
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .pipe(proxyAddress)

/** Every environment variable the server reads; docs/configuration.md lists them. */
const environment = z.object({
  HOST: z.string().default('localhost'),
  PORT: whole(0, 65535).default(3000),
  WORKERS: workers.default(1),
  DATA_DIR: z.string().default('data'),
  SQL_DSN: z.string().default(''),
  SQLITE_PATH: z.string().optional(),
  LOG_SQL_DSN: z.string().default(''),
  SQLITE_SYNCHRONOUS: z.enum(['FULL', 'NORMAL']).default('FULL'),
  SQL_MAX_OPEN_CONNS: whole(2, 1000).default(20),
  REDIS_CONN_STRING: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' }).optional(),
  SECRET_KEY: z.string().optional(),
  SESSION_SECRET: z
    .string()
    .min(16, 'needs at least 16 random characters')
    .refine((text) => new Set(text).size >= 8, 'is a sample or too regular to be random')
    .optional(),
  INITIAL_ROOT_PASSWORD: z.string().refine(isPassword, `needs ${passwordMin} to ${passwordMax} characters`).optional(),
  TRUSTED_PROXIES: addressList.default([]),
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number above 0')
    .transform(Number)
    .pipe(z.number().gt(0).max(10_000))
    .default(1),
  MAX_REQUEST_BODY_MB: whole(1, 1024).default(32),
  ERROR_LOG_ENABLED: z.stringbool().default(true),
  CALL_MEMORY_MB: whole(16, 1_000_000).default(512),
  STREAM_SCANNER_MAX_BUFFER_MB: whole(1, 512).default(4),
  LEDGER_SPOOL_DIR: z.string().optional(),
  DRAIN_DELAY_SECONDS: whole(0, 300).default(5),
  DRAIN_SECONDS: whole(0, 3600).default(60),
  UPSTREAM_FIRST_BYTE_SECONDS: seconds(0.05).default(120),
  UPSTREAM_ANSWER_SECONDS: seconds(0.05).default(600),
  STREAMING_TIMEOUT: seconds(0.05).default(120),
  RELAY_TIMEOUT: seconds(0).default(1800),
  STREAM_PING_SECONDS: seconds(0.05).default(15),
  TASK_POLL_SECONDS: seconds(0.01).default(5),
  UPDATE_TASK: z.stringbool().default(true),
  TASK_UPDATE_SECONDS: seconds(0.01).default(15),
  CHANNEL_TEST_FREQUENCY: minutes.optional(),
  CHANNEL_UPDATE_FREQUENCY: minutes.optional(),
  POLLING_INTERVAL: seconds(0).default(0),
  EGRESS_PRIVATE: z.enum(['allow', 'deny']).default('allow'),
  EGRESS_ALLOW: egressAllow.default([]),
  OUTBOUND_PROXY: proxyAddress.optional(),
  HTTPS_PROXY: familiarProxy.optional(),
  https_proxy: familiarProxy.optional(),
  HTTP_PROXY: familiarProxy.optional(),
  http_proxy: familiarProxy.optional(),
  NO_PROXY: z.string().optional(),
  no_proxy: z.string().optional(),
  MEDIA_FETCH_ALLOW: egressAllow.default([]),
  WEBHOOK_ALLOW: egressAllow.default([]),
  WXPUSHER_BASE: httpAddress.default('https://wxpusher.zjiecode.com'),
  STRIPE_API_BASE: httpAddress.default('https://api.stripe.com'),
  TURNSTILE_VERIFY_URL: httpAddress.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  GITHUB_OAUTH_BASE: httpAddress.default('https://github.com'),
  GITHUB_API_BASE: httpAddress.default('https://api.github.com'),
  LINUXDO_OAUTH_BASE: httpAddress.default('https://connect.linux.do'),
  LINUXDO_API_BASE: httpAddress.default('https://connect.linux.do'),
  GENERATE_DEFAULT_TOKEN: z.stringbool().default(false),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_BSP_SCHEDULE_DELAY: z.string().optional(),
  OTEL_BSP_MAX_QUEUE_SIZE: z.string().optional(),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: z.string().optional(),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
})

export const variableNames: readonly string[] = Object.keys(environment.shape)

type Environment = z.infer<typeof environment>
type ProxyVariable =
  | 'OUTBOUND_PROXY'
  | 'HTTPS_PROXY'
  | 'https_proxy'
  | 'HTTP_PROXY'
  | 'http_proxy'
  | 'NO_PROXY'
  | 'no_proxy'
export type Config = Readonly<
  Omit<Environment, 'SQL_DSN' | 'SQLITE_PATH' | 'LOG_SQL_DSN' | 'LEDGER_SPOOL_DIR' | ProxyVariable> & {
    LEDGER_SPOOL_DIR: string
    database: DatabaseAddress
    logDatabase?: DatabaseAddress
    /** Where requests to addresses in the operator's settings may go. */
    egress: EgressPolicy
    /** Through which proxies requests go, except those of a channel with its own. */
    proxies: EnvironmentProxies
    /** The variables that configuration files may name as secrets. */
    fileSecrets: Readonly<Record<string, string>>
  }
>

/** Environment → frozen settings. An empty variable counts as unset, because compose files set blank defaults. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new StartError(`These environment variables cannot be used:\n${reasons.join('\n')}`)
  }
  const { SQL_DSN, SQLITE_PATH, LOG_SQL_DSN, ...others } = parsed.data
  const { OUTBOUND_PROXY, HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy, NO_PROXY, no_proxy, ...rest } = others
  const egress = operatorEgress(rest.EGRESS_PRIVATE === 'allow', rest.EGRESS_ALLOW)
  const proxyVariables = {
    OUTBOUND_PROXY,
    HTTPS_PROXY: HTTPS_PROXY ?? https_proxy,
    HTTP_PROXY: HTTP_PROXY ?? http_proxy,
    NO_PROXY: NO_PROXY ?? no_proxy,
  }
  const dataDir = resolve(rest.DATA_DIR)
  const sqlitePath = SQLITE_PATH ?? resolve(dataDir, 'turnpike.db')
  return Object.freeze({
    ...rest,
    DATA_DIR: dataDir,
    egress,
    proxies: environmentProxies(proxyVariables, egress),
    fileSecrets: secretVariables(env),
    LEDGER_SPOOL_DIR: resolve(rest.LEDGER_SPOOL_DIR ?? join(dataDir, 'spool')),
    database: named('SQL_DSN', () => parseDsn(SQL_DSN, sqlitePath)),
    ...(LOG_SQL_DSN && { logDatabase: named('LOG_SQL_DSN', () => parseDsn(LOG_SQL_DSN, resolve(dataDir, 'logs.db'))) }),
  })
}

const secretVariables = (env: Record<string, string | undefined>): Readonly<Record<string, string>> =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(env).filter(
        (each): each is [string, string] => each[0].startsWith(secretVariablePrefix) && each[1] !== undefined,
      ),
    ),
  )

function named<Value>(variable: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new StartError(`These environment variables cannot be used:\n  ${variable}: ${(error as Error).message}`)
  }
}
