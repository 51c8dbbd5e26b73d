import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import type { Statement } from '@turnpike/contract/money/statement'
import { databaseKinds } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import type { Client } from '../../../../../test/harness/harness.ts'
import { useRelay } from '../../../../../test/harness/relay-harness.ts'
import { send } from '../../../../../test/relay/send.ts'
import { post } from '../../../money/wallet/ledger/ledger-post.ts'
import { dataOf, firmOf, refusalOf } from '../testing.ts'

const sum = (items: readonly { quota: number }[]) => items.reduce((total, { quota }) => total + quota, 0)
const chat = (model: string) => ({ model, messages: [{ role: 'user', content: 'How far is the quay from here?' }] })

for (const kind of databaseKinds)
  describe(`statements on ${kind}`, () => {
    const relay = useRelay(kind, {}, async (given) => {
      await given.channel({ models: 'gpt-4o,gpt-4o-mini' })
    })
    const statement = async (client: Client, id: number, month: string, time_zone = 'UTC'): Promise<Statement> =>
      dataOf(await client.call(orgApi.statement, { params: { id: String(id) }, query: { month, time_zone } }))
    const file = async (client: Client, id: number, month: string) => {
      const response = await client.fetch(`/api/org/${id}/statement/export?month=${month}&time_zone=UTC`)
      return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const thisMonth = () => new Date(relay.deps.clock() * 1000).toISOString().slice(0, 7)
    const credit = (user_id: number, amount: number, at = relay.deps.clock()) =>
      relay.deps.store
        .transaction()
        .execute((transaction) => post(transaction, { user_id, kind: 'top_up', reference: randomUUID(), amount, at }))
    const keyOf = async (org: number, member: Client) => {
      const { key, token_id } = await relay.key({ user_id: org })
      await relay.deps.store
        .updateTable('tokens')
        .set({ caller_id: member.userId })
        .where('id', '=', token_id)
        .execute()
      return key
    }

    test('opening and movements make closing; members, models and rows have the same sum', async () => {
      const { id, owner, admin, member, viewer } = await firmOf(relay, '=Quay, "and" Sons')
      await credit(id, 1_000_000, 1_000_000_000)
      await credit(id, 5_000_000)
      for (const [client, model] of [
        [member, 'gpt-4o'],
        [member, 'gpt-4o-mini'],
        [admin, 'gpt-4o'],
        [member, 'gpt-4o'],
      ] as const) {
        const { status, text } = await send(relay, '/v1/chat/completions', {
          key: await keyOf(id, client),
          body: chat(model),
        })
        assert.equal(status, 200, text)
      }
      await eventually('everything is settled', async () => (await relay.balance(id)).held === 0)
      const seen = await statement(viewer, id, thisMonth())
      assert.deepEqual([seen.opening, seen.closing], [1_000_000, (await relay.balance(id)).quota])
      assert.equal(seen.opening + sum(seen.movements), seen.closing)
      const charges = seen.movements.find((movement) => movement.kind === 'charge')
      assert.equal(charges?.entries, 4)
      for (const part of [seen.members, seen.models, seen.rows]) {
        assert.equal(sum(part), -(charges?.quota ?? 0))
        assert.equal(
          part.reduce((total, { calls }) => total + calls, 0),
          4,
        )
      }
      assert.deepEqual([seen.members.length, seen.models.length, seen.rows.length], [2, 2, 3])
      assert.deepEqual(
        seen.rows.map(({ user_id }) => user_id),
        seen.members.flatMap(({ user_id }) => (user_id === member.userId ? [user_id, user_id] : [user_id])),
      )

      const { type, bytes } = await file(owner, id, thisMonth())
      assert.equal(type, 'text/csv; charset=utf-8')
      const lines = bytes.toString().split('\r\n').filter(Boolean)
      assert.ok(lines[0]?.startsWith('part,'), 'there is no byte order mark')
      const quotaOf = (part: string) =>
        lines.filter((line) => line.startsWith(`${part},`)).map((line) => ({ quota: Number(line.split(',').at(-2)) }))
      assert.equal(sum(quotaOf('opening')) + sum(quotaOf('movement')), sum(quotaOf('closing')))
      assert.equal(sum(quotaOf('spent')), sum(seen.rows))
      assert.equal(
        refusalOf(
          await member.call(orgApi.statement, {
            params: { id: String(id) },
            query: { month: thisMonth(), time_zone: 'UTC' },
          }),
        ),
        'org_forbidden',
      )
    })

    test('a month begins and ends at midnight in the time zone of the reader', async () => {
      const { id, owner } = await firmOf(relay)
      const second = (text: string) => Date.parse(text) / 1000
      await credit(id, 1, second('2026-02-28T15:59:59Z'))
      await credit(id, 10, second('2026-02-28T16:00:00Z'))
      await credit(id, 100, second('2026-03-31T15:59:59Z'))
      await credit(id, 1000, second('2026-03-31T16:00:00Z'))
      const march = await statement(owner, id, '2026-03', 'Asia/Shanghai')
      assert.deepEqual(
        [march.opening, march.closing, march.movements],
        [1, 111, [{ kind: 'top_up', quota: 110, entries: 2 }]],
      )
      const april = await statement(owner, id, '2026-04', 'Asia/Shanghai')
      assert.deepEqual([april.opening, april.closing], [111, 1111])
      const utc = await statement(owner, id, '2026-03')
      assert.deepEqual([utc.opening, utc.closing], [11, 1111])
      const empty = await statement(owner, id, '2020-01')
      assert.deepEqual([empty.opening, empty.closing, empty.movements, empty.rows], [0, 0, [], []])
    })

    test('a month or time zone that does not exist is refused', async () => {
      const { id, owner } = await firmOf(relay)
      const refused = async (month: string, time_zone: string) =>
        refusalOf(await owner.call(orgApi.statement, { params: { id: String(id) }, query: { month, time_zone } }))
      assert.equal(await refused('2026-13', 'UTC'), 'invalid_parameter')
      assert.equal(await refused('2026', 'UTC'), 'invalid_parameter')
      assert.equal(await refused('2026-01', 'Nowhere/Town'), 'time_zone_unknown')
    })

    test('somebody who is removed is refused with the next call, and what ran before is on the statement', async () => {
      const { id, owner, member } = await firmOf(relay)
      await credit(id, 5_000_000)
      const key = await keyOf(id, member)
      const call = () => send(relay, '/v1/chat/completions', { key, body: chat('gpt-4o') })
      assert.equal((await call()).status, 200)
      dataOf(await owner.call(orgApi.removeMember, { params: { id: String(id), user: String(member.userId) } }))
      const { status } = await call()
      assert.ok(status === 401 || status === 403, String(status))
      const { members } = await statement(owner, id, thisMonth())
      assert.deepEqual(
        members.map(({ user_id, calls }) => [user_id, calls]),
        [[member.userId, 1]],
      )
    })

    test('a member who becomes a viewer, and a member of a disabled organisation, are refused with the next call', async () => {
      const { id, owner, member, admin } = await firmOf(relay)
      await credit(id, 5_000_000)
      const key = await keyOf(id, member)
      const call = async (one: string) =>
        (await send(relay, '/v1/chat/completions', { key: one, body: chat('gpt-4o') })).status
      assert.equal(await call(key), 200)
      dataOf(
        await owner.call(orgApi.updateMember, {
          params: { id: String(id), user: String(member.userId) },
          body: { role: 'viewer' },
        }),
      )
      assert.equal(await call(key), 403)
      const other = await keyOf(id, admin)
      assert.equal(await call(other), 200)
      await relay.deps.store.updateTable('users').set({ status: 2 }).where('id', '=', id).execute()
      const status = await call(other)
      assert.ok(status === 401 || status === 403, String(status))
    })
  })
