import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { useServers } from '../../../../test/harness/harness.ts'
import { captureFor, holdFor } from '../../../../test/harness/ledger.ts'
import { callOfMember } from '../../../../test/ledger/organisations.ts'
import { type Mailbox, startMailbox } from '../../../../test/outside/mailbox.ts'
import type { RelayDeps } from '../../../gateway/entry/relay-deps.ts'
import { quotaWarnings } from '../../../jobs/quota-warnings.ts'
import { dataOf, found, join, person } from '../../identity/organisations/testing.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'

for (const kind of databaseKindsOfRun)
  describe(`warnings about the balance of organisations on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let mailbox: Mailbox
    const run = () => quotaWarnings(servers.one.deps, 'holder')
    before(async () => {
      mailbox = await startMailbox()
      const ServerAddress = 'https://console.example.org'
      await setOptions(servers.one, { ...mailbox.options, ServerAddress, QuotaRemindThreshold: '1000' })
      await run() // from here on the ledger is watched
    })
    after(() => mailbox.stop())

    const credit = (user_id: number, amount: number) =>
      servers.one.deps.store
        .transaction()
        .execute((transaction) =>
          post(transaction, { user_id, kind: 'grant', reference: randomUUID(), amount, at: servers.one.deps.clock() }),
        )
    async function charge(org: number, member: number, amount: number) {
      const { ledger, clock } = servers.one.deps as typeof servers.one.deps & RelayDeps // the server's own
      const call = callOfMember(org, member)
      assert.equal((await ledger.hold(holdFor(call, amount, clock()))).ok, true)
      assert.equal((await ledger.capture(captureFor(call, amount, 0, clock()))).ok, true)
    }
    const mailed = () => mailbox.mails.map(({ to }) => to.join()).sort()

    /** An organisation with one member of each role, who have addresses. */
    async function firm(name: string, warn_below: number) {
      const of = (role: OrgRole) => person(servers.one, { username: `${name}-${role}`, email: `${name}-${role}@x.org` })
      const owner = await of('owner')
      const { id } = await found(owner, name)
      for (const role of ['admin', 'billing', 'member', 'viewer'] as const) await join(owner, await of(role), id, role)
      dataOf(await owner.call(orgApi.update, { params: { id: String(id) }, body: { name, warn_below } }))
      return { id, owner }
    }

    test('owner and billing members are told once when the balance falls below the threshold, and when it is gone', async () => {
      const { id, owner } = await firm('quay', 700)
      await credit(id, 1000)
      await charge(id, owner.userId, 200)
      await run()
      assert.deepEqual(mailed(), [], 'still enough')
      await charge(id, owner.userId, 200)
      await run()
      await run()
      assert.deepEqual(mailed(), ['quay-billing@x.org', 'quay-owner@x.org'])
      const { text, subject } = await mailbox.next('quay-owner@x.org')
      assert.match(subject, /almost used up/)
      assert.match(text, /quay/)
      assert.doesNotMatch(text, /org:/)
      assert.ok(text.includes(`https://console.example.org/topup?org=${id}`))
      servers.one.moveTime(7201)
      await charge(id, owner.userId, 600)
      await run()
      assert.equal(mailed().length, 4)
      await credit(id, 1000)
      await run()
      servers.one.moveTime(7201)
      await charge(id, owner.userId, 400)
      await run()
      assert.equal(mailed().length, 6, 'the next fall')
    })

    test('without a threshold nobody is told, whatever the option for users says', async () => {
      mailbox.mails.length = 0
      const { id, owner } = await firm('pier', 0)
      await credit(id, 1100)
      await charge(id, owner.userId, 200)
      await run()
      await charge(id, owner.userId, 900)
      await run()
      assert.deepEqual(mailed(), [])
    })
  })
