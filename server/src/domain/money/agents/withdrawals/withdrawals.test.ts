import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { selfApi } from '@turnpike/contract/identity/self'
import { role } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { agentAdminApi, agentApi } from '@turnpike/contract/money/agents/agent-api'
import { logApi } from '@turnpike/contract/usage/log'
import { setOptions } from '../../../../../test/harness/accounts.ts'
import { databaseKinds } from '../../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../../test/harness/harness.ts'
import { type Mailbox, startMailbox } from '../../../../../test/outside/mailbox.ts'
import { dataOf, person, refusalOf } from '../../../identity/organisations/testing.ts'
import { at, driftsOf, earningsOf, givenAgent, givenShare, openDesk } from '../testing.ts'

const iban = 'DE02120300000000202051'
const later = 4_000_000_000

for (const kind of databaseKinds)
  describe(`payouts on ${kind}`, () => {
    const servers = useServers(kind, { server: {} })
    let root: Client
    let boss: Client
    let method_id: number
    before(async () => {
      root = await person(servers.server, { role: role.root })
      boss = await person(servers.server, { role: role.admin })
      method_id = await openDesk(servers.server, root, {
        withdrawal_min: 100,
        withdrawal_fee: 7,
        withdrawal_fee_share: 1.5,
      })
    })
    const store = () => servers.server.deps.store
    const api = agentAdminApi
    const body = (change: object = {}) => ({ body: { amount: 1000, method_id, fields: [iban], ...change } })
    const ask = (client: Client, change: object = {}) => client.call(agentApi.withdraw, body(change))
    const pay = (client: Client, id: number, reference = 'B-1') =>
      client.call(api.payWithdrawal, { ...at(id), body: { reference } })
    const refuse = (client: Client, id: number, reason = 'wrong account') =>
      client.call(api.refuseWithdrawal, { ...at(id), body: { reason } })
    /** An agent with final earnings. */
    const earner = async (amount: number, name?: string) => {
      const agent = await givenAgent(servers.server, name)
      if (amount > 0) await givenShare(store(), { agent_id: agent.userId, amount })
      return agent
    }
    const actsOn = async (id: number) => {
      const rows = await store().selectFrom('audit').select(['action', 'target', 'detail']).orderBy('id').execute()
      return rows.filter(({ target }) => target.startsWith(`#${id} `))
    }
    const logOf = async (client: Client) => {
      const { items } = dataOf(await client.call(logApi.self, { query: {} }))
      return items.map(({ content }) => content)
    }

    test('a request reserves its amount; approved and paid, the amount has left with one entry', async () => {
      const agent = await earner(3000, `paid-${kind}`)
      const asked = dataOf(await ask(agent))
      assert.partialDeepStrictEqual(asked, {
        amount: 1000,
        fee: 22,
        status: 'asked',
        method: 'Bank transfer',
        method_zh: '银行转账',
      })
      assert.partialDeepStrictEqual(await earningsOf(agent), {
        total: 3000,
        available: 2000,
        reserved: 1000,
        withdrawn: 0,
      })
      assert.equal(refusalOf(await pay(root, asked.id)), 'agent_decided', 'nobody has approved it')
      const approved = dataOf(await boss.call(api.approveWithdrawal, at(asked.id)))
      assert.deepEqual([approved.status, approved.agent], ['approved', `paid-${kind}`])
      const paid = dataOf(await pay(root, asked.id, 'B-77'))
      assert.deepEqual([paid.status, paid.reference, paid.fee], ['paid', 'B-77', 22])
      assert.ok(paid.decided_by !== '' && paid.paid_by !== '' && paid.paid_by !== paid.decided_by)
      assert.partialDeepStrictEqual(await earningsOf(agent), {
        total: 2000,
        available: 2000,
        reserved: 0,
        withdrawn: 1000,
      })
      const entries = await store()
        .selectFrom('ledger')
        .select(['reference', 'amount'])
        .where('kind', '=', 'withdrawal')
        .where('user_id', '=', agent.userId)
        .execute()
      assert.deepEqual(entries, [{ reference: String(asked.id), amount: 1000 }])
      for (const again of [
        await pay(root, asked.id),
        await refuse(root, asked.id),
        await agent.call(agentApi.cancel, at(asked.id)),
      ])
        assert.equal(refusalOf(again), 'agent_decided')
      assert.deepEqual(
        (await actsOn(asked.id)).map(({ action }) => action),
        ['agent.ask_withdrawal', 'agent.approve_withdrawal', 'agent.pay_withdrawal'],
      )
      assert.deepEqual((await logOf(agent)).slice(0, 3), [
        '提现 ＄0.002000 已打款',
        '提现 ＄0.002000 已批准，等待打款',
        '申请提现 ＄0.002000',
      ])
      const own = dataOf(await agent.call(agentApi.withdrawals, { query: {} }))
      assert.deepEqual([own.total, own.items[0]?.reference], [1, 'B-77'])
      assert.deepEqual(await driftsOf(servers.server, kind), [])
    })

    test('a refused or cancelled request returns its amount', async () => {
      const agent = await earner(1000)
      const first = dataOf(await ask(agent))
      assert.equal(refusalOf(await ask(agent, { amount: 100 })), 'earnings_insufficient')
      assert.equal(dataOf(await agent.call(agentApi.cancel, at(first.id))).status, 'cancelled')
      const second = dataOf(await ask(agent))
      dataOf(await boss.call(api.approveWithdrawal, at(second.id)))
      assert.equal(refusalOf(await agent.call(agentApi.cancel, at(second.id))), 'agent_decided', 'it was approved')
      const refused = dataOf(await refuse(boss, second.id))
      assert.deepEqual([refused.status, refused.reason], ['refused', 'wrong account'])
      assert.partialDeepStrictEqual(await earningsOf(agent), { available: 1000, reserved: 0 })
      assert.match((await logOf(agent))[0] ?? '', /wrong account/)
    })

    test('what waits, is held or is reserved cannot be asked for, nor moved to the balance', async () => {
      const agent = await earner(2_000_000)
      await givenShare(store(), { agent_id: agent.userId, amount: 1_000_000, final_at: later })
      await givenShare(store(), { agent_id: agent.userId, amount: 1_000_000, decision: 'held', signs: 'device' })
      dataOf(await ask(agent, { amount: 1_500_000 }))
      assert.partialDeepStrictEqual(await earningsOf(agent), {
        ...{ total: 4_000_000, available: 500_000, waiting: 1_000_000, held: 1_000_000, reserved: 1_500_000 },
      })
      const { response } = await ask(agent, { amount: 500_001 })
      assert.ok(!response.success)
      assert.deepEqual([response.code, response.params], ['earnings_insufficient', { available: '$1.00' }])
      const transfer = (quota: number) => agent.call(selfApi.affiliateTransfer, { body: { quota } })
      assert.equal(refusalOf(await transfer(500_001)), 'earnings_insufficient')
      assert.equal(refusalOf(await transfer(500_000)), '')
      assert.equal((await earningsOf(agent)).available, 0)
    })

    test('bad requests change nothing', async () => {
      const agent = await earner(5000)
      const [disabled] = dataOf(
        await root.call(api.setMethods, {
          body: {
            methods: [
              ...dataOf(await root.call(api.methods)),
              {
                name: 'Off',
                name_zh: '关闭',
                enabled: false,
                fields: [{ label: 'x', label_zh: 'x', required: false }],
              },
            ],
          },
        }),
      ).slice(-1)
      const table: [change: object, code: string][] = [
        [{ amount: 99 }, 'withdrawal_too_low'],
        [{ amount: 5001 }, 'earnings_insufficient'],
        [{ amount: Number.MAX_SAFE_INTEGER }, 'earnings_insufficient'],
        ...[0, -1, 1.5, '1000', null, Number.MAX_SAFE_INTEGER + 1].map((amount): [object, string] => [
          { amount },
          'invalid_field',
        ]),
        ...[0, -1, 987_654, disabled?.id].map((id): [object, string] => [{ method_id: id }, 'payout_method_missing']),
        [{ method_id: 'x' }, 'payout_method_missing'],
        [{ fields: [] }, 'payout_field_missing'],
        [{ fields: ['  ', 'remark'] }, 'payout_field_missing'],
        [{ fields: [iban, 'x', 'y'] }, 'payout_method_missing'],
        [{ fields: ['x'.repeat(201)] }, 'payout_text_invalid'],
        [{ fields: ['a\nb'] }, 'payout_text_invalid'],
        [{ fields: [7] }, 'payout_text_invalid'],
        [{ fields: Array(11).fill('x') }, 'invalid_field'],
      ]
      for (const [change, code] of table)
        assert.equal(refusalOf(await ask(agent, change)), code, JSON.stringify(change))
      const { response } = await ask(agent, { fields: [''] })
      assert.ok(!response.success)
      assert.deepEqual(response.params, { field: '银行账号' })
      assert.deepEqual(dataOf(await agent.call(agentApi.withdrawals, { query: {} })).items, [])
      assert.equal((await earningsOf(agent)).available, 5000)

      const { id } = dataOf(await ask(agent))
      for (const reference of ['', ' ', 'x'.repeat(101), 'a\u0000b'])
        assert.equal(refusalOf(await pay(root, id, reference)), 'payout_text_invalid', JSON.stringify(reference))
      for (const [reason, code] of [
        ['', 'reason_missing'],
        ['x'.repeat(201), 'reason_invalid'],
      ] as const)
        assert.equal(refusalOf(await refuse(boss, id, reason)), code)
      for (const call of [boss.call(api.approveWithdrawal, at(987_654)), refuse(boss, 987_654), pay(root, 987_654)])
        assert.equal(refusalOf(await call), 'not_found')
      assert.equal(dataOf(await agent.call(agentApi.withdrawals, { query: {} })).items[0]?.status, 'asked')
    })

    test('the fee is rounded up and must be less than the amount', async () => {
      const agent = await earner(5000)
      const own = (terms: object) =>
        root.call(api.setTerms, { body: { scope: 'agent', agent_id: agent.userId, terms } })
      dataOf(await own({ withdrawal_min: 0, withdrawal_fee: 10, withdrawal_fee_share: 0.01 }))
      const { response } = await ask(agent, { amount: 11 })
      assert.ok(!response.success)
      assert.equal(response.code, 'withdrawal_fee_beyond')
      assert.equal(dataOf(await ask(agent, { amount: 12 })).fee, 11)
      dataOf(await own({ withdrawal_min: 0, withdrawal_fee: 0, withdrawal_fee_share: 100 }))
      assert.equal(refusalOf(await ask(agent, { amount: 12 })), 'withdrawal_fee_beyond')
      dataOf(await own({ withdrawal_min: 0, withdrawal_fee: Number.MAX_SAFE_INTEGER, withdrawal_fee_share: 100 }))
      assert.equal(refusalOf(await ask(agent, { amount: 12 })), 'withdrawal_fee_beyond')
    })

    test('only agents ask, with a recent sign-in; those who ended keep what they earned', async () => {
      const stranger = await person(servers.server)
      assert.equal(refusalOf(await ask(stranger)), 'agent_missing')
      const agent = await earner(5000)
      dataOf(await boss.call(api.end, { ...at(agent.userId), body: { reason: 'over' } }))
      await setOptions(servers.server, { AgentsEnabled: 'false' })
      assert.equal(refusalOf(await ask(stranger)), 'agents_disabled')
      const { id } = dataOf(await ask(agent))
      assert.equal(dataOf(await boss.call(api.approveWithdrawal, at(id))).status, 'approved')
      await setOptions(servers.server, { AgentsEnabled: 'true' })
      const token = await servers.server.given.accessToken(agent.userId)
      const byToken = servers.server.client()
      byToken.userId = agent.userId
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await byToken.fetch(agentApi.withdraw.path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body().body),
      })
      assert.equal(((await response.json()) as { code: string }).code, 'recent_login_required')
    })

    test('nobody reaches the requests of another agent, and nobody decides about own ones', async () => {
      const [one, other] = [await earner(5000), await earner(5000)]
      const { id } = dataOf(await ask(one))
      assert.equal(refusalOf(await other.call(agentApi.cancel, at(id))), 'not_found')
      assert.deepEqual(dataOf(await other.call(agentApi.withdrawals, { query: {} })).items, [])

      const { deps } = servers.server
      const second = await person(servers.server, { role: role.root })
      for (const administrator of [boss, second]) {
        dataOf(await root.call(api.appoint, { body: { user_id: administrator.userId } }))
        await givenShare(deps.store, { agent_id: administrator.userId, amount: 5000 })
      }
      const ofBoss = dataOf(await ask(boss))
      const ofRoot = dataOf(await ask(second))
      for (const [client, own] of [
        [boss, ofBoss.id],
        [second, ofRoot.id],
      ] as const) {
        assert.equal(refusalOf(await client.call(api.approveWithdrawal, at(own))), 'agent_own')
        assert.equal(refusalOf(await refuse(client, own)), 'agent_own')
      }
      assert.equal(refusalOf(await pay(second, ofRoot.id)), 'agent_own')
      assert.equal(refusalOf(await boss.call(api.approveWithdrawal, at(ofRoot.id))), 'user_update_forbidden')
      dataOf(await root.call(api.approveWithdrawal, at(ofRoot.id)))
      assert.equal(dataOf(await pay(root, ofRoot.id)).status, 'paid')
    })

    test('an account is sealed, shown to the super administrator alone, and every look is audited', async () => {
      const agent = await earner(5000)
      const { id } = dataOf(await ask(agent, { fields: [iban, '=SUM(A1)'] }))
      const { account_cipher } = await store()
        .selectFrom('withdrawals')
        .select('account_cipher')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.ok(account_cipher !== '' && !account_cipher.includes(iban))
      for (const client of [agent, boss])
        assert.equal(refusalOf(await client.call(api.account, at(id))), 'insufficient_permission')
      const shown = dataOf(await root.call(api.account, at(id)))
      assert.deepEqual(shown, [
        { label: 'Account number', label_zh: '银行账号', value: iban },
        { label: 'Remark', label_zh: '备注', value: '=SUM(A1)' },
      ])
      dataOf(await root.call(api.account, at(id)))
      const looks = (await actsOn(id)).filter(({ action }) => action === 'agent.read_account')
      assert.equal(looks.length, 2)
      const lists = [
        await boss.call(api.withdrawals, { query: {} }),
        await agent.call(agentApi.withdrawals, { query: {} }),
      ]
      for (const { response } of lists) assert.ok(!JSON.stringify(response).includes(iban))
      assert.ok(!JSON.stringify(await actsOn(id)).includes(iban))

      const another = dataOf(await ask(agent))
      await store().updateTable('withdrawals').set({ account_cipher }).where('id', '=', another.id).execute()
      const { status } = await root.fetch(`/api/agent/admin/withdrawals/${another.id}/account`)
      assert.equal(status, 500, 'the account of another request is not shown')
    })

    test('the file for the bank has the approved requests, and no cell is a formula', async () => {
      const agent = await earner(5000, `bank-${kind}`)
      const [first, second] = [
        dataOf(await ask(agent, { fields: ['=HYPERLINK("x")', '+1'] })),
        dataOf(await ask(agent, { amount: 2000 })),
      ]
      for (const { id } of [first, second]) dataOf(await boss.call(api.approveWithdrawal, at(id)))
      dataOf(await ask(agent, { amount: 100 }))
      const read = async (client: Client) =>
        (await client.fetch(`/api/agent/admin/withdrawals/export?keyword=bank-${kind}`)).text()
      assert.match(await read(boss), /insufficient_permission/)
      const text = await read(root)
      const [head, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
      assert.equal(
        head,
        'id,asked_time,approved_time,agent_id,username,amount_quota,fee_quota,payout_usd,method,Account number,Remark',
      )
      assert.deepEqual(
        lines.map((line) => line.replace(/\d{4}-\d\d-\d\dT[^,]*/g, 'T')),
        [
          `${first.id},T,T,${agent.userId},bank-${kind},1000,22,0.00,Bank transfer,"'=HYPERLINK(""x"")",'+1`,
          `${second.id},T,T,${agent.userId},bank-${kind},2000,37,0.00,Bank transfer,${iban},`,
        ],
      )
      const act = await store()
        .selectFrom('audit')
        .select('detail')
        .where('action', '=', 'agent.export_accounts')
        .executeTakeFirstOrThrow()
      assert.deepEqual(JSON.parse(act.detail), { withdrawals: [first.id, second.id] })
      await store().updateTable('users').set({ status: 2 }).where('id', '=', agent.userId).execute()
      assert.equal((await read(root)).trim().split('\r\n').length, 1, 'whoever is disabled is not paid')
    })

    test('the requests of a disabled or cancelled agent are refused and not paid, and the account is erased', async () => {
      const agent = await earner(5000)
      const asked = [dataOf(await ask(agent)), dataOf(await ask(agent)), dataOf(await ask(agent))]
      const [paid, approved, open] = asked.map(({ id }) => id)
      assert.ok(paid && approved && open)
      for (const id of [paid, approved]) dataOf(await boss.call(api.approveWithdrawal, at(id)))
      dataOf(await pay(root, paid))
      const ban = (action: 'disable' | 'delete') =>
        root.call(userAdminApi.manage, { body: { id: agent.userId, action } })
      dataOf(await ban('disable'))
      assert.equal(refusalOf(await pay(root, approved)), 'agent_account_closed')
      dataOf(await ban('delete'))
      assert.equal(refusalOf(await pay(root, approved)), 'agent_account_closed')
      const ciphers = async () => {
        const rows = await store()
          .selectFrom('withdrawals')
          .select(['id', 'account_cipher'])
          .where('agent_id', '=', agent.userId)
          .orderBy('id')
          .execute()
        return rows.map(({ account_cipher }) => account_cipher !== '')
      }
      assert.deepEqual(await ciphers(), [false, true, true], 'what is open still needs its account')
      assert.deepEqual(dataOf(await root.call(api.account, at(paid))), [])
      for (const id of [approved, open]) assert.equal(dataOf(await refuse(boss, id)).status, 'refused')
      assert.deepEqual(await ciphers(), [false, false, false])
      assert.deepEqual(await driftsOf(servers.server, kind), [])
    })

    test('whoever cancels their own account leaves no account at a bank behind', async () => {
      const agent = await earner(5000)
      const { id } = dataOf(await ask(agent))
      dataOf(await agent.call(agentApi.cancel, at(id)))
      dataOf(await agent.call(selfApi.remove, { body: {} }))
      const row = await store()
        .selectFrom('withdrawals')
        .select('account_cipher')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(row.account_cipher, '')
    })

    test('requests that wait come first; they are found by status, name and number of the payment', async () => {
      const agent = await earner(5000, `Listed-${kind}`)
      const asked = [dataOf(await ask(agent)), dataOf(await ask(agent)), dataOf(await ask(agent))]
      const [first, second, third] = asked.map(({ id }) => id)
      assert.ok(first && second && third)
      dataOf(await refuse(boss, third))
      dataOf(await boss.call(api.approveWithdrawal, at(second)))
      dataOf(await pay(root, second, `N-${kind}`))
      const ids = async (query: object) => dataOf(await boss.call(api.withdrawals, { query })).items.map(({ id }) => id)
      assert.deepEqual(await ids({ keyword: `listed-${kind}` }), [first, third, second])
      assert.deepEqual(await ids({ keyword: `listed-${kind}`, status: 'paid' }), [second])
      assert.deepEqual(await ids({ keyword: `N-${kind}` }), [second])
      assert.deepEqual(await ids({ keyword: `listed-${kind}`, page_size: '1', p: '2' }), [third])
      assert.deepEqual(await ids({ keyword: '%' }), [])
    })

    test('ways to be paid are saved as a whole list; requests keep the names that they were made with', async () => {
      const agent = await earner(5000)
      const { id } = dataOf(await ask(agent))
      const list = dataOf(await root.call(api.methods))
      const save = (methods: object[]) => root.call(api.setMethods, { body: { methods: methods as typeof list } })
      const fields = [{ label: 'Name', label_zh: '姓名', required: true }]
      const coin = { name: 'Coin', name_zh: '数字货币', enabled: true, fields }
      for (const [methods, code] of [
        [[{ ...coin, id: 987_654 }], 'payout_method_missing'],
        [[...list.slice(0, 1), ...list.slice(0, 1)], 'invalid_field'],
        [[{ ...coin, fields: [...fields, ...fields] }], 'invalid_field'],
        [[{ ...coin, fields: [] }], 'payout_fields_missing'],
        [[{ ...coin, name: '' }], 'payout_text_invalid'],
        [Array(21).fill(coin), 'invalid_field'],
      ] as [object[], string][])
        assert.equal(refusalOf(await save(methods)), code)
      assert.deepEqual(dataOf(await root.call(api.methods)), list)
      const renamed = list.map((each) => (each.id === method_id ? { ...each, name: 'Wire', enabled: false } : each))
      const saved = dataOf(await save([coin, ...renamed]))
      assert.deepEqual(saved.map((each) => each.name).slice(0, 2), ['Coin', 'Wire'])
      assert.equal(saved[1]?.id, method_id)
      assert.deepEqual(
        dataOf(await agent.call(agentApi.methods)).map(({ name }) => name),
        ['Coin'],
      )
      assert.deepEqual(dataOf(await save([coin])).length, 1)
      assert.equal(dataOf(await agent.call(agentApi.withdrawals, { query: {} })).items[0]?.method, 'Bank transfer')
      assert.equal(dataOf(await root.call(api.account, at(id)))[0]?.label, 'Account number')
      method_id = await openDesk(servers.server, root, { withdrawal_min: 100 })
    })

    describe('notifications', () => {
      let mailbox: Mailbox
      before(async () => {
        mailbox = await startMailbox()
        await setOptions(servers.server, { ...mailbox.options, ServerAddress: 'https://console.example' })
      })
      after(() => mailbox.stop())

      test('administrators hear of a request, and the agent of every step', async () => {
        const [address, chief] = [`agent-${kind}@example.org`, `chief-${kind}@example.org`]
        await person(servers.server, { username: `chief-${kind}`, role: role.admin, email: chief })
        const agent = await person(servers.server, { username: `mailed-${kind}`, email: address })
        dataOf(await boss.call(api.appoint, { body: { user_id: agent.userId } }))
        assert.match((await mailbox.next(address)).text, /You are a sales agent now/)
        await givenShare(store(), { agent_id: agent.userId, amount: 2_000_000 })
        const { id } = dataOf(await ask(agent, { amount: 1_000_000 }))
        assert.match(
          (await mailbox.next(address)).text,
          /Asked for a payout of \$2\.00\.[\s\S]*console\.example\/agent/,
        )
        assert.match((await mailbox.next(chief)).text, new RegExp(`mailed-${kind} asks for a payout of \\$2\\.00`))
        dataOf(await boss.call(api.approveWithdrawal, at(id)))
        assert.match((await mailbox.next(address)).text, /was approved/)
        dataOf(await pay(root, id))
        assert.match((await mailbox.next(address)).text, /A payout of \$2\.00 was made/)
        const second = dataOf(await ask(agent, { amount: 1_000_000 }))
        await mailbox.next(address)
        dataOf(await refuse(boss, second.id, 'closed account'))
        assert.match((await mailbox.next(address)).text, /closed account/)
      })
    })
  })
