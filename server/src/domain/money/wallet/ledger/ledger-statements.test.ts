import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { type DatabaseKind, databaseKinds, givenStore } from '../../../../../test/harness/databases.ts'
import {
  callBy,
  captureFor,
  givenChannel,
  givenToken,
  givenUser,
  holdFor,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { callOfMember, givenMember, givenOrganisation } from '../../../../../test/harness/organisations.ts'
import { postgresLibrary } from '../../../../store/postgres/library.ts'
import type { Ledger } from './ledger.ts'
import type { BilledCall } from './operations.ts'

/** Notes the statements that the ledger runs from now on, as their verbs and tables. */
function noteStatements(t: TestContext, kind: DatabaseKind) {
  const noted: string[] = []
  const note = (text: string) => void noted.push(summaryOf(text))
  if (kind === 'postgres') {
    const { prototype } = postgresLibrary().Client
    const { query } = prototype
    t.mock.method(prototype, 'query', function (this: object, ...args: [string | { text: string }]) {
      note(typeof args[0] === 'string' ? args[0] : args[0].text)
      return Reflect.apply(query, this, args)
    })
  } else
    for (const method of ['run', 'get', 'all'] as const) {
      const original = StatementSync.prototype[method]
      t.mock.method(StatementSync.prototype, method, function (this: StatementSync, ...args: never[]) {
        note(this.sourceSQL)
        return Reflect.apply(original, this, args)
      })
    }
  return () => noted.splice(0)
}

/** Such as `SELECT users`. The statement that writes a batch on PostgreSQL begins with WITH. */
function summaryOf(text: string): string {
  const [verb = ''] = text.trim().split(/\W/)
  if (text.includes('organisation_members')) return readsMember
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(\w+)/.exec(verb === 'WITH' ? '' : text) ?? []
  return table ? `${verb} ${table}` : verb
}
const readsMember = 'SELECT organisation_members'

const read = ['BEGIN', 'SELECT users', 'SELECT tokens', 'SELECT holds']
const changed = ['UPDATE users', 'UPDATE tokens']
const hours = ['INSERT usage_hours', 'INSERT usage_days', 'INSERT usage_model_hours']
/** What a user's own call runs. */
const ownCall = {
  sqlite: {
    hold: [...read, ...changed, 'INSERT holds', 'COMMIT'],
    capture: [
      ...[...read, ...changed, 'UPDATE channels', 'DELETE holds', 'INSERT ledger', 'INSERT logs'],
      ...[...hours, 'COMMIT'],
    ],
  },
  postgres: {
    hold: [...read, 'WITH', 'COMMIT'],
    capture: [...read, 'WITH', 'UPDATE channels', 'COMMIT'],
  },
}

for (const kind of databaseKinds)
  test(`a call of a member runs the statements of a user's call, and one that reads the member [${kind}]`, async (t) => {
    const open = await givenStore(t, kind)
    const { store } = open
    const [user, member] = [await givenUser(store), await givenUser(store)]
    const org = await givenOrganisation(store, user)
    await givenMember(store, org, member)
    const tokens = { own: await givenToken(store, user), ofOrg: await givenToken(store, org, { caller_id: member }) }
    const channel = await givenChannel(store)
    await withLedger(open, async (ledger) => {
      await spend(ledger, callBy(user, tokens.own), channel) // connected
      const take = noteStatements(t, kind)
      const stepsOf = (call: BilledCall) => spend(ledger, call, channel, take)
      const own = await stepsOf(callBy(user, tokens.own))
      const ofMember = await stepsOf(callOfMember(org, member, tokens.ofOrg))
      assert.deepEqual(own, ownCall[kind])
      for (const step of ['hold', 'capture'] as const) {
        assert.deepEqual(
          ofMember[step].filter((statement) => statement !== readsMember),
          own[step],
          step,
        )
        assert.equal(ofMember[step].length, own[step].length + 1, step)
      }
      const before = ledger.counts().operations
      await spend(ledger, callOfMember(org, member, tokens.ofOrg), channel)
      assert.equal(ledger.counts().operations, before + 2)
    })
  })

/** The statements of each operation of a call. */
async function spend(ledger: Ledger, call: BilledCall, channel: number, take: () => string[] = () => []) {
  assert.ok((await ledger.hold(holdFor(call, 10))).ok)
  const hold = take()
  assert.ok((await ledger.capture(captureFor(call, 5, channel))).ok)
  return { hold, capture: take() }
}
