import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { startInVain } from '../test/processes/server-process.ts'
import { readConfig } from './config.ts'
import { StartError } from './start-error.ts'

/** Used as the value of every secret, so that a message that repeats one is caught. */
const secret = 'hunter2-hunter2'

const unusable: [variable: string, ...values: string[]][] = [
  ['PORT', 'web', '-1', '65536', '80.5', '1e3', ' 80'],
  [
    'SQL_DSN',
    `root:${secret}@tcp(localhost:3306)/oneapi`,
    `mysql://root:${secret}@localhost/oneapi`,
    `postgres://u:${secret}@[::/x`,
  ],
  ['LOG_SQL_DSN', `root:${secret}@tcp(localhost:3306)/oneapi`],
  ['SQLITE_SYNCHRONOUS', 'OFF', 'full'],
  ['WORKERS', '0', '257', '1.5', '-1', 'all', 'auto2'],
  ['SQL_MAX_OPEN_CONNS', '1', '1001', 'many'],
  ['REDIS_CONN_STRING', `http://:${secret}@localhost`, `localhost:6379?password=${secret}`],
  ['SESSION_SECRET', secret, 'random_string', 'abababababababababababab'],
  ['INITIAL_ROOT_PASSWORD', secret.slice(0, 7), secret.repeat(9)],
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy.local', '10.0.0.0/33', '10/8', '010.0.0.0/8', '*'],
  ['RATE_LIMIT_FACTOR', '0', '-1', 'off', '10001'],
  ['DRAIN_DELAY_SECONDS', '-1', '301', 'a moment'],
  ['DRAIN_SECONDS', '-1', '3601', 'long'],
  ['UPSTREAM_FIRST_BYTE_SECONDS', '0', '-1', 'soon', '86401'],
  ['UPSTREAM_ANSWER_SECONDS', '0', '-1', 'soon', '86401'],
  ['STREAMING_TIMEOUT', '0', '1e3', '120s'],
  ['RELAY_TIMEOUT', '-1', 'never'],
  ['STREAM_PING_SECONDS', '0', 'off'],
  ['CHANNEL_TEST_FREQUENCY', '0', '10081', '1.5', 'daily'],
  ['CHANNEL_UPDATE_FREQUENCY', '0', '10081', 'off'],
  ['POLLING_INTERVAL', '-1', '5s'],
  ['EGRESS_PRIVATE', 'maybe', 'true'],
  ['EGRESS_ALLOW', 'localhost', 'localhost:0', 'http://localhost:80'],
  ['OUTBOUND_PROXY', 'proxy.example:3128', `socks4://me:${secret}@proxy`, `http://me:${secret}@proxy/path`],
  ['HTTPS_PROXY', `http://me:${secret}@proxy:0`, 'ftp://proxy'],
  ['https_proxy', `me:${secret}@proxy:99999`],
  ['HTTP_PROXY', `http://me:${secret}%zz@proxy`],
  ['http_proxy', 'http://'],
  ['MEDIA_FETCH_ALLOW', 'localhost', '10.0.0.0/8', '*:80'],
  ['WEBHOOK_ALLOW', 'localhost', '10.0.0.0/8', '*:80'],
  ['TURNSTILE_VERIFY_URL', 'ftp://verifier.example', 'verifier'],
  ['GITHUB_OAUTH_BASE', 'github.com', 'ftp://github.com'],
  ['WXPUSHER_BASE', 'wxpusher'],
  ['GITHUB_API_BASE', 'api'],
  ['LINUXDO_OAUTH_BASE', 'connect.linux.do'],
  ['LINUXDO_API_BASE', 'file:///etc/passwd'],
  ['GENERATE_DEFAULT_TOKEN', 'maybe'],
  ['METRICS_TOKEN', secret],
  ['LOG_LEVEL', 'loud', 'INFO'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', `grpc://me:${secret}@collector:4317`],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector'],
]

for (const [variable, ...values] of unusable) {
  test(`an unusable ${variable} stops the start, and the message names it and repeats no secret`, () => {
    for (const value of values)
      assert.throws(
        () => readConfig({ [variable]: value }),
        (error) =>
          error instanceof StartError &&
          error.message.split('\n').some((line) => line.startsWith(`  ${variable}: `)) &&
          !error.message.includes(secret.slice(0, 7)),
        value,
      )
  })
}

test('the message for a short METRICS_TOKEN names the least length', () => {
  assert.throws(
    () => readConfig({ METRICS_TOKEN: 'x'.repeat(15) }),
    /^ {2}METRICS_TOKEN: needs at least 16 characters$/m,
  )
  assert.equal(readConfig({ METRICS_TOKEN: 'x'.repeat(16) }).METRICS_TOKEN, 'x'.repeat(16))
})

test('every unusable variable is named at once', () => {
  assert.throws(
    () => readConfig({ PORT: 'x', LOG_LEVEL: 'x', DRAIN_SECONDS: 'x' }),
    (error: Error) => ['PORT', 'LOG_LEVEL', 'DRAIN_SECONDS'].every((name) => error.message.includes(`  ${name}: `)),
  )
})

test('without any variable the server listens on this machine, over a file in the data folder, and trusts no proxy', () => {
  const config = readConfig({})
  const { HOST, PORT, TRUSTED_PROXIES, RATE_LIMIT_FACTOR, DRAIN_SECONDS, EGRESS_PRIVATE, LOG_LEVEL, database } = config
  assert.deepEqual(
    { HOST, PORT, TRUSTED_PROXIES, RATE_LIMIT_FACTOR, DRAIN_SECONDS, EGRESS_PRIVATE, LOG_LEVEL, database },
    {
      HOST: 'localhost',
      PORT: 3000,
      TRUSTED_PROXIES: [],
      RATE_LIMIT_FACTOR: 1,
      DRAIN_SECONDS: 60,
      EGRESS_PRIVATE: 'allow',
      LOG_LEVEL: 'info',
      database: { kind: 'sqlite', path: `${process.cwd()}/data/turnpike.db` },
    },
  )
  assert.equal(config.logDatabase, undefined)
  assert.equal(config.SECRET_KEY, undefined)
  assert.ok(Object.isFrozen(config))
})

test('an upstream has two minutes to begin and to go on, and half an hour in all, unless an operator says otherwise', () => {
  const limitsOf = (env: Record<string, string>) => {
    const { UPSTREAM_FIRST_BYTE_SECONDS, STREAMING_TIMEOUT, RELAY_TIMEOUT, STREAM_PING_SECONDS } = readConfig(env)
    return [UPSTREAM_FIRST_BYTE_SECONDS, STREAMING_TIMEOUT, RELAY_TIMEOUT, STREAM_PING_SECONDS]
  }
  assert.deepEqual(limitsOf({}), [120, 120, 1800, 15])
  const env = {
    UPSTREAM_FIRST_BYTE_SECONDS: '30',
    STREAMING_TIMEOUT: '0.5',
    RELAY_TIMEOUT: '0',
    STREAM_PING_SECONDS: '9',
  }
  assert.deepEqual(limitsOf(env), [30, 0.5, 0, 9])
})

test('there is one process unless an operator sets more; auto is one per core', () => {
  assert.equal(readConfig({}).WORKERS, 1)
  assert.equal(readConfig({ WORKERS: '3' }).WORKERS, 3)
  assert.equal(readConfig({ WORKERS: 'auto' }).WORKERS, availableParallelism())
})

test('an empty variable counts as unset', () => {
  const names = [...unusable.map(([variable]) => variable), 'HOST', 'DATA_DIR', 'SQLITE_PATH', 'SECRET_KEY']
  assert.deepEqual(readConfig(Object.fromEntries(names.map((name) => [name, '']))), readConfig({}))
})

test('variables that are none of ours are ignored', () => {
  assert.deepEqual(readConfig({ PATH: '/bin', GLOBAL_API_RATE_LIMIT: '180' }), readConfig({}))
})

test('what is set is taken: databases, proxies, a factor, an address without its last slash', () => {
  const config = readConfig({
    DATA_DIR: '/srv/turnpike',
    SQLITE_PATH: '/srv/old/one-api.db?_busy_timeout=5000',
    LOG_SQL_DSN: 'postgres://logs@db/logs',
    TRUSTED_PROXIES: '10.0.0.0/8,::1',
    RATE_LIMIT_FACTOR: '0.5',
    TURNSTILE_VERIFY_URL: 'https://verifier.example/check/',
    EGRESS_ALLOW: 'ollama.local:11434, 10.1.0.0/16:8000',
  })
  assert.equal(config.DATA_DIR, '/srv/turnpike')
  assert.deepEqual(config.database, { kind: 'sqlite', path: '/srv/old/one-api.db' })
  assert.deepEqual(config.logDatabase, { kind: 'postgres', url: 'postgres://logs@db/logs' })
  assert.equal(config.TRUSTED_PROXIES.length, 2)
  assert.equal(config.RATE_LIMIT_FACTOR, 0.5)
  assert.equal(config.TURNSTILE_VERIFY_URL, 'https://verifier.example/check')
  assert.equal(config.EGRESS_ALLOW.length, 2)
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: 'none' }).TRUSTED_PROXIES, [])
})

test('proxies are read as Go programs read them, and the configuration keeps no password to show', () => {
  const proxyOf = (env: Record<string, string>, url = 'https://h.example') => {
    const { proxies } = readConfig(env)
    const proxy = proxies.of(new URL(url))
    assert.ok(!JSON.stringify(readConfig(env)).includes(secret))
    return typeof proxy === 'object' ? `${proxy.protocol} ${proxy.host} ${proxy.port} ${proxy.password}` : proxy
  }
  assert.equal(proxyOf({}), undefined)
  assert.equal(proxyOf({ OUTBOUND_PROXY: `socks5h://me:${secret}@one` }), `socks5h one 1080 ${secret}`)
  assert.equal(proxyOf({ HTTPS_PROXY: 'two:3128' }), 'http two 3128 ')
  assert.equal(proxyOf({ https_proxy: `me:${secret}@three` }), `http three 80 ${secret}`)
  assert.equal(proxyOf({ https_proxy: 'small', HTTPS_PROXY: 'large' }), 'http large 80 ')
  assert.equal(proxyOf({ HTTP_PROXY: 'four', no_proxy: 'h.example' }, 'http://i.example'), 'http four 80 ')
  assert.equal(proxyOf({ HTTP_PROXY: 'four', no_proxy: 'h.example' }, 'http://h.example'), undefined)
  assert.equal(proxyOf({ http_proxy: 'five', no_proxy: '*', NO_PROXY: 'other' }, 'http://h.example'), 'http five 80 ')
  assert.equal(proxyOf({ OUTBOUND_PROXY: 'http://one', NO_PROXY: 'h.example' }), undefined)
})

test('a process with an unusable variable ends with code 1 and a text a person can read', async () => {
  const { code, output, errors } = await startInVain({ PORT: 'web', SESSION_SECRET: secret })
  assert.equal(code, 1)
  assert.equal(output, '')
  assert.match(errors, /^Turnpike cannot start\.\nThese environment variables cannot be used:\n/)
  assert.match(errors, /^ {2}PORT: must be a whole number$/m)
  assert.match(errors, /^ {2}SESSION_SECRET: needs at least 16 random characters$/m)
  assert.doesNotMatch(errors, /^\s+at |hunter2/m)
})
