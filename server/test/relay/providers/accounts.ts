import { randomBytes } from 'node:crypto'
import { before } from 'node:test'
import { tokenStatus } from '@turnpike/contract/identity/token'
import type { MockUpstream } from '../../../../mock-upstream/server.ts'
import { post } from '../../../src/domain/money/wallet/ledger/ledger-post.ts'
import { bumpRevision } from '../../../src/store/revision.ts'
import type { GivenChannel, GivenKey, RelayServer } from '../../harness/relay-harness.ts'

/** A user with a fresh balance and a key, and channels that only this user reaches, the first of them tried first. */
export type Account = GivenKey & { channels: AccountChannel[] }
type AccountChannel = { id: number; key: string }
type WantedChannel = GivenChannel & { keyOf?(name: string): string }
type Wanted = { account: Account; channels: ((mock: MockUpstream) => WantedChannel)[] }

const freshQuota = 100_000_000
/** Rows per statement: databases bound the number of values. */
const rowsMax = 500

/** Every channel's key begins like this, so that a test can look for any of them. */
export const upstreamKeyPrefix = 'sk-hidden-'
const upstreamKey = (name: string, index: number) => `${upstreamKeyPrefix}${name}-${index}`

let number = 0

/**
 * Accounts for the tests of a describe block. They are requested while the tests are registered, and made all at once
 * before the first test runs: one account after the other would take longer than the calls that are tested.
 */
export function useAccounts(relay: RelayServer) {
  const wanted: Wanted[] = []
  before(() => makeAccounts(relay, wanted))
  return (...channels: Wanted['channels']): Account => {
    const account = { channels: [] as AccountChannel[] } as Account // filled before any test runs
    wanted.push({ account, channels })
    return account
  }
}

async function makeAccounts(relay: RelayServer, wanted: Wanted[]): Promise<void> {
  const { store, vault, clock, reload } = relay.deps
  const at = clock()
  const made = wanted.map(({ account, channels }) => {
    const name = `account${++number}${randomBytes(3).toString('hex')}`
    return { account, channels, name, secret: randomBytes(24).toString('hex') }
  })
  await store.transaction().execute(async (transaction) => {
    for (const rows of inParts(made)) {
      const users = rows.map(({ name }) => ({
        username: name,
        username_key: name,
        group: name,
        aff_code: name,
        created_at: at,
      }))
      const userIds = await transaction.insertInto('users').values(users).returning(['id', 'username']).execute()
      const idOf = new Map(userIds.map(({ id, username }) => [username, id]))
      for (const { account, name, secret } of rows)
        Object.assign(account, { key: `sk-${secret}`, username: name, user_id: idOf.get(name) })
      const tokens = rows.map(({ account, name, secret }) => ({
        user_id: account.user_id,
        name: `token of ${name}`,
        key_cipher: vault.encrypt(secret, 'token key'),
        key_hash: vault.hash(secret, 'token key'),
        status: tokenStatus.enabled,
        created_time: at,
        unlimited_quota: 1 as const,
      }))
      const tokenIds = await transaction.insertInto('tokens').values(tokens).returning(['id', 'user_id']).execute()
      const tokenOf = new Map(tokenIds.map(({ id, user_id }) => [user_id, id]))
      for (const { account } of rows) account.token_id = tokenOf.get(account.user_id) ?? 0
    }
    for (const { account } of made) {
      const { user_id, username } = account
      await post(transaction, { user_id, kind: 'grant', reference: username, amount: freshQuota, at })
    }
    const channels = made.flatMap(({ account, channels: given, name }) =>
      given.map((channel, index) => ({ account, index, name, given: channel(relay.mock), count: given.length })),
    )
    for (const rows of inParts(channels)) {
      const values = rows.map(({ name, index, given, count }) => {
        const known = upstreamKey(name, index)
        const key = given.keyOf?.(known) ?? known
        return {
          type: given.type ?? 1,
          name: `channel ${index} of ${name}`,
          key_cipher: vault.encrypt(key, 'channel key'),
          key_hash: vault.hash(key, 'channel key'),
          models: given.models ?? '',
          group: name,
          priority: count - index,
          base_url: given.base_url ?? relay.mock.url,
          other: given.other ?? '',
          setting: given.setting ? JSON.stringify(given.setting) : '',
          model_mapping: given.model_mapping ? JSON.stringify(given.model_mapping) : '',
          created_time: at,
        }
      })
      const ids = await transaction.insertInto('channels').values(values).returning(['id', 'name']).execute()
      const idOf = new Map(ids.map(({ id, name }) => [name, id]))
      for (const { account, index, name } of rows)
        account.channels[index] = { id: idOf.get(`channel ${index} of ${name}`) ?? 0, key: upstreamKey(name, index) }
    }
    await bumpRevision(transaction)
  })
  await reload()
}

function* inParts<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsMax) yield rows.slice(start, start + rowsMax)
}
