import { type OptionKey, parseOption } from '@turnpike/contract/options'
import { writeOption } from '../../src/domain/system/options/options.queries.ts'
import { sealed } from '../../src/domain/system/options/options.rules.ts'
import { AppError } from '../../src/http/app-error.ts'
import type { Vault } from '../../src/secrets/vault.ts'
import { bumpRevision } from '../../src/store/revision.ts'
import type { Store } from '../../src/store/store.ts'
import './cheap-hashes.ts' // first: the modules of the server import the function that it replaces
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { callOf } from '@turnpike/contract/call'
import type { ConsoleResponse } from '@turnpike/contract/console-response'
import type { DataOf, Endpoint, InputOf } from '@turnpike/contract/endpoint'
import { role, userApi, userStatus } from '@turnpike/contract/identity/user'
import type { z } from 'zod'
import { readConfig } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { usernameKey } from '../../src/domain/identity/users/username.ts'
import { insertUser } from '../../src/domain/identity/users/users.queries.ts'
import { createLog } from '../../src/log.ts'
import { hashPassword } from '../../src/secrets/passwords.ts'
import { type Server, type StartOptions, startServer } from '../../src/start/server.ts'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { type DatabaseKind, type FreshDatabase, freshDatabase } from './databases.ts'
import { patientLedger } from './patience.ts'

export type ConsoleResult<Data, Beside = unknown> = {
  status: number
  headers: Headers
  response: ConsoleResponse<Data> & Beside
}
type BesideOf<E extends Endpoint> = E['beside'] extends z.ZodType ? z.output<E['beside']> : unknown
type Input<E extends Endpoint> = keyof InputOf<E> extends never ? [input?: undefined] : [input: InputOf<E>]

/** Someone with a browser or a script: keeps cookies, says who they are, speaks through the contract. */
export type Client = {
  call<E extends Endpoint>(endpoint: E, ...input: Input<E>): Promise<ConsoleResult<DataOf<E>, BesideOf<E>>>
  /** The same with headers of one's own, or anything that is no contract call. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  signIn(username: string, password?: string): Promise<void>
  userId: number
  cookie: string
}

export type GivenUser = { username: string; password?: string; role?: number; status?: number; email?: string }

export type TestServer = {
  url: string
  deps: Server['deps']
  /** Every line the server logged so far. */
  lines: string[]
  client(): Client
  given: {
    user(user: GivenUser): Promise<number>
    /** A system access token of this user. */
    accessToken(userId: number): Promise<string>
  }
  /** Lets this server's clock run ahead. */
  moveTime(seconds: number): void
  stop(): Promise<void>
}

/** A fixed key: two servers on one database must agree on it, and tests must not wait for one to be made. */
export const secretKey = '0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0'
export const givenPassword = 'password-1'
/** The web app as it was built. Servers read all of it when they start, so only tests that open pages have it. */
export const builtPages = join(import.meta.dirname, '..', '..', '..', 'web', 'dist')
const noPages = join(import.meta.dirname, 'no-pages')

export type TestStartOptions = Pick<StartOptions, 'pages' | 'ledgerLimits'>

/** The whole server on loopback over the given database, as `npm start` would run it. */
export async function startTestServer(
  database: DatabaseAddress,
  env: Record<string, string> = {},
  { pages = noPages, ledgerLimits = patientLedger }: TestStartOptions = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-test-'))
  const lines: string[] = []
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'debug',
    DRAIN_DELAY_SECONDS: '0',
    DRAIN_SECONDS: '1',
    RATE_LIMIT_FACTOR: '100',
    ...databaseEnv(database),
    ...env,
  })
  let aheadMs = 0
  const clocks = { wallMs: () => Date.now() + aheadMs, monotonicMs: () => performance.now() + aheadMs }
  const log = createLog(config.LOG_LEVEL, { write: (line) => lines.push(line) })
  const { deps, url, stop } = await startServer(config, log, { clocks, pages, ledgerLimits })
  return {
    url,
    deps,
    lines,
    client: () => newClient(url),
    given: {
      user: (user) => createUser(deps, user),
      accessToken: (userId) => createAccessToken(deps, userId),
    },
    moveTime(seconds) {
      aheadMs += seconds * 1000
    },
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Servers on one database for the tests of a describe block; there from its first test to its last. */
export function useServers<Name extends string>(
  kind: DatabaseKind,
  envs: Record<Name, Record<string, string>>,
): Readonly<Record<Name, TestServer>> {
  const servers = {} as Record<Name, TestServer> // filled before any test runs
  let database: FreshDatabase
  before(async () => {
    database = await freshDatabase(kind)
    for (const [name, env] of Object.entries(envs))
      servers[name as Name] = await startTestServer(database.address, env as Record<string, string>)
  })
  after(async () => {
    for (const server of Object.values<TestServer>(servers)) await server.stop()
    await database.drop()
  })
  return servers
}

export const databaseEnv = (database: DatabaseAddress): Record<string, string> =>
  database.kind === 'sqlite' ? { SQLITE_PATH: database.path } : { SQL_DSN: database.url }

let usualHash: Promise<string> | undefined

async function createUser(deps: Deps, user: GivenUser): Promise<number> {
  const { username, password, role: level = role.ordinary, status = userStatus.enabled, email = '' } = user
  usualHash ??= hashPassword(givenPassword)
  const created = await insertUser(deps.store, {
    username,
    username_key: usernameKey(username),
    password_hash: await (password ? hashPassword(password) : usualHash),
    display_name: username,
    role: level,
    status,
    email,
    aff_code: username,
    created_at: deps.clock(),
  })
  if (!created) throw new Error(`the name ${username} is taken`)
  return created.id
}

async function createAccessToken({ store, vault }: Deps, userId: number): Promise<string> {
  const token = `access-token-of-${userId}-0123456789abcdef`
  const change = { access_token_hash: vault.hash(token, 'access token') }
  await store.updateTable('users').set(change).where('id', '=', userId).execute()
  return token
}

/** Keeps one value per name, as a browser does. */
function withCookies(cookie: string, set: string[]): string {
  const pairs = [...cookie.split('; '), ...set.map((one) => one.split(';')[0] ?? '')].filter(Boolean)
  return [...new Map(pairs.map((pair) => [pair.split('=')[0], pair])).values()].join('; ')
}

function newClient(url: string): Client {
  const client: Client = {
    userId: -1,
    cookie: '',
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      if (client.cookie && !headers.has('cookie')) headers.set('cookie', client.cookie)
      if (!headers.has('new-api-user')) headers.set('new-api-user', String(client.userId))
      const response = await fetch(url + path, { redirect: 'manual', ...init, headers })
      client.cookie = withCookies(client.cookie, response.headers.getSetCookie())
      return response
    },
    async call<E extends Endpoint>(endpoint: E, ...[input]: Input<E>) {
      const { method, url: path, body } = callOf(endpoint, input)
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await client.fetch(path, { method, body, headers })
      const result = (await response.json()) as ConsoleResponse<DataOf<E>> & BesideOf<E>
      return { status: response.status, headers: response.headers, response: result }
    },
    async signIn(username, password = givenPassword) {
      const { response } = await client.call(userApi.login, { query: {}, body: { username, password } })
      if (!response.success) throw new Error(`cannot sign in as ${username}: ${response.message}`)
      if ('require_2fa' in response.data) throw new Error(`${username} must give a second factor`)
      client.userId = response.data.id
    },
  }
  return client
}

/** Stores options, all or none, once every value is valid, and announces the change to all instances. */
export async function saveOptions(
  store: Store,
  vault: Vault,
  changes: Partial<Record<OptionKey, string>>,
): Promise<void> {
  const rows = Object.entries(changes).map(([key, text]) => {
    const parsed = parseOption(key as OptionKey, text)
    if (!parsed.ok) throw new AppError(parsed.error, { params: { key } })
    return { key: key as OptionKey, text: parsed.text }
  })
  await store.transaction().execute(async (transaction) => {
    for (const { key, text } of rows) await writeOption(transaction, key, sealed(vault, key, text))
    await bumpRevision(transaction)
  })
}
