import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../../../test/harness/databases.ts'
import { silent } from '../../../test/harness/ledger.ts'
import { migrate } from '../../store/migrate.ts'
import { type OpenStore, openStore } from '../../store/store.ts'
import { isOpenNow } from './cooldown.ts'
import { type Cooldowns, loadCooldowns } from './cooldowns.ts'

for (const kind of databaseKindsOfRun)
  describe(`cooldowns of channels and keys [${kind}]`, () => {
    let database: FreshDatabase
    let open: OpenStore
    let now = 1000
    const clock = () => now
    let one: Cooldowns
    let two: Cooldowns
    let number = 0
    before(async () => {
      database = await freshDatabase(kind)
      open = await openStore({ main: database.address, synchronous: 'NORMAL', poolSize: 4 })
      await migrate(open)
      one = await loadCooldowns({ store: open.store, clock, log: silent })
      two = await loadCooldowns({ store: open.store, clock, log: silent })
    })
    after(async () => {
      await one.close()
      await two.close()
      await open.close()
      await database.drop()
    })

    async function channel(): Promise<number> {
      const row = { type: 1, key_cipher: 'c', key_hash: 'h', name: `n${++number}`, created_time: 1 }
      const { id } = await open.store.insertInto('channels').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    }
    const lengthOf = async (cooldowns: Cooldowns, id: number, seconds?: number) => {
      const cooldown = cooldowns.of(id)
      cooldowns.start(cooldown, 'failed', seconds)
      await cooldowns.settled()
      return cooldown.until - now
    }

    test('each cooldown is twice as long as the one before, up to half an hour', async () => {
      const id = await channel()
      const lengths: number[] = []
      for (let round = 0; round < 8; round++) {
        lengths.push(await lengthOf(one, id))
        now = one.of(id).until
        assert.ok(await one.claim(one.of(id)))
      }
      assert.deepEqual(lengths, [30, 60, 120, 240, 480, 960, 1800, 1800])
    })

    test('an upstream that says when to come back is believed', async () => {
      const id = await channel()
      assert.equal(await lengthOf(one, id, 7), 7)
      now = one.of(id).until
      assert.ok(await one.claim(one.of(id)))
      assert.equal(await lengthOf(one, id, 2), 2, 'also when the trial was to take longer')
    })

    test('other processes see a cooldown, one call of all of them tries the channel, and all see the success', async () => {
      const id = await channel()
      await lengthOf(one, id)
      await two.sync()
      assert.equal(isOpenNow(two.of(id), clock), false)
      now = two.of(id).until
      assert.ok(isOpenNow(one.of(id), clock) && isOpenNow(two.of(id), clock))
      assert.deepEqual(await Promise.all([two.claim(two.of(id)), one.claim(one.of(id))]), [true, false])
      assert.ok(!isOpenNow(one.of(id), clock) && !isOpenNow(two.of(id), clock), 'the others wait for the trial')
      two.recover(two.of(id))
      await two.settled()
      await one.sync()
      assert.ok(isOpenNow(one.of(id), clock))
      assert.equal(one.of(id).consecutive, 0)
    })

    test('a trial that the database does not grant is left to others, and nothing is thrown', async (t) => {
      const id = await channel()
      await lengthOf(one, id)
      now = one.of(id).until
      const away = t.mock.method(open.store, 'updateTable', () => {
        throw new Error('the database is away')
      })
      assert.equal(await one.claim(one.of(id)), false)
      assert.equal(one.of(id).isTrial, false)
      away.mock.restore()
      await one.sync()
      assert.ok(await one.claim(one.of(id)))
    })

    test('a trial whose process is gone is followed by another one', async () => {
      const id = await channel()
      await lengthOf(one, id)
      now = one.of(id).until
      assert.ok(await one.claim(one.of(id)))
      await two.sync()
      now = two.of(id).until
      assert.ok(await two.claim(two.of(id)))
    })

    test('a process that starts later knows the cooldowns', async () => {
      const id = await channel()
      await lengthOf(one, id)
      const three = await loadCooldowns({ store: open.store, clock, log: silent })
      assert.equal(three.of(id).until, one.of(id).until)
      assert.equal(three.of(id).consecutive, 1)
      await three.close()
    })

    test('the cooldown of a deleted channel is not written', async () => {
      const id = (await channel()) + 1000
      await lengthOf(one, id)
      const rows = await open.store.selectFrom('cooling').select('until').where('channel_id', '=', id).execute()
      assert.deepEqual(rows, [])
    })
  })
