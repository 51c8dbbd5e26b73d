import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { ErrorCode } from '@turnpike/contract/errors'
import { role } from '@turnpike/contract/identity/user'
import { type ChannelInput, channelApi } from '@turnpike/contract/routing/channel'
import { autoDisableChannel } from '../../src/domain/routing/channels/channels.queries.ts'
import type { DatabaseKind } from './databases.ts'
import { type Client, type ConsoleResult, type TestServer, useServers } from './harness.ts'

export type Fields = ChannelInput

/** A server and an administrator who is signed in. */
export type ChannelAdmin = {
  server: TestServer
  admin: Client
  /** Creates channels that are fine except for what is given; gives their ids. */
  create(fields?: Partial<Fields>): Promise<number[]>
  /** Lets a channel be switched off by itself. */
  breakDown(id: number, reason?: string): Promise<void>
  /** The row as it is stored. */
  stored(id: number): ReturnType<typeof storedRow>
  /** The audit rows so far. */
  audit(): Promise<{ action: string; target: string; detail: string; actor_name: string; request_id: string }[]>
}

let number = 0
export const fine = (fields: Partial<Fields> = {}): Fields => ({
  type: 1,
  name: `channel ${++number}`,
  key: `sk-fine-${String(number).padStart(12, '0')}`,
  models: 'gpt-4o',
  group: 'default',
  ...fields,
})

const storedRow = ({ deps }: TestServer, id: number) =>
  deps.store.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export function useChannelAdmin(kind: DatabaseKind, env: Record<string, string> = {}): ChannelAdmin {
  const servers = useServers(kind, { one: env })
  const used = {} as ChannelAdmin // filled before any test runs
  before(async () => {
    const server = servers.one
    await server.given.user({ username: 'ada', role: role.admin })
    const admin = server.client()
    await admin.signIn('ada')
    Object.assign(used, {
      server,
      admin,
      async create(fields: Partial<Fields> = {}) {
        const { response } = await admin.call(channelApi.create, { body: fine(fields) })
        assert.ok(response.success, response.message)
        return response.data.ids
      },
      async breakDown(id: number, status_reason = 'dead key') {
        const info = JSON.stringify({ status_reason, status_time: 5 })
        await server.deps.store.transaction().execute((transaction) => autoDisableChannel(transaction, id, info))
      },
      stored: (id: number) => storedRow(server, id),
      audit: () => server.deps.store.selectFrom('audit').selectAll().orderBy('id').execute(),
    } satisfies ChannelAdmin)
  })
  return used
}

export function assertRefused({ status, response }: ConsoleResult<unknown>, code: ErrorCode, what = '') {
  assert.equal(response.success, false, `${what} was not refused`)
  assert.ok(!response.success)
  assert.equal(response.code, code, what)
  assert.equal(status, 200, what)
}

export function dataOf<Data>({ response }: ConsoleResult<Data>): Data {
  assert.ok(response.success, response.message)
  return response.data
}

/** The routing index says exactly what the channels say. */
export async function assertIndexed({ deps }: TestServer): Promise<void> {
  const channels = await deps.store.selectFrom('channels').selectAll().execute()
  const wanted = channels.flatMap(({ id, group, models, status, priority, weight, tag }) =>
    group.split(',').flatMap((name) =>
      models.split(',').map((model) => ({
        group: name,
        model,
        channel_id: id,
        enabled: status === 1 ? (1 as const) : (0 as const),
        priority,
        weight,
        tag,
      })),
    ),
  )
  const found = await deps.store.selectFrom('abilities').selectAll().execute()
  const textOf = ({ group, model, channel_id, ...traits }: (typeof found)[number]) =>
    JSON.stringify([channel_id, group, model, traits.enabled, traits.priority, traits.weight, traits.tag])
  const [are, should] = [new Set(found.map(textOf)), new Set(wanted.map(textOf))]
  assert.deepEqual(
    { surplus: [...are.difference(should)], missing: [...should.difference(are)] },
    { surplus: [], missing: [] },
  )
}
