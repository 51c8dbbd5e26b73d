import assert from 'node:assert/strict'
import { onBothDatabases, openTest } from '../../test/harness/databases.ts'
import { releaseLease, renewLease, takeLease } from './lease.ts'
import type { OpenStore, Store } from './store.ts'

async function withSecond(open: OpenStore, body: (one: Store, two: Store) => Promise<void>) {
  const second = await openTest(open.main)
  try {
    await body(open.store, second.store)
  } finally {
    await second.close()
  }
}

onBothDatabases('of two instances that reach for a lease, one gets it until it expires', (open) =>
  withSecond(open, async (one, two) => {
    const both = await Promise.all([takeLease(one, 'job', 'one', 10, 100), takeLease(two, 'job', 'two', 10, 100)])
    assert.equal(both.filter(Boolean).length, 1)
    assert.equal(await takeLease(two, 'job', 'three', 10, 109), undefined)
    assert.deepEqual(await takeLease(two, 'job', 'three', 10, 110), {
      name: 'job',
      holder: 'three',
      fencing_number: 2,
      expires_at: 120,
    })
  }),
)

onBothDatabases('a lease is not taken twice by the same holder', async ({ store }) => {
  assert.ok(await takeLease(store, 'job', 'one', 10, 100))
  assert.equal(await takeLease(store, 'job', 'one', 10, 101), undefined)
  assert.ok(await takeLease(store, 'another job', 'one', 10, 101))
})

onBothDatabases('a holder renews while the lease is its own, and learns when it is not', (open) =>
  withSecond(open, async (one, two) => {
    const lease = await takeLease(one, 'job', 'one', 10, 100)
    assert.ok(lease)
    assert.equal((await renewLease(one, lease, 10, 105))?.expires_at, 115)
    assert.equal(await renewLease(one, lease, 10, 115), undefined, 'expired')
    const taken = await takeLease(two, 'job', 'one', 10, 120) // a holder of the same name is still another one
    assert.ok(taken && taken.fencing_number > lease.fencing_number)
    assert.equal(await renewLease(one, lease, 10, 121), undefined)
  }),
)

onBothDatabases('a released lease is free at once, and its number keeps growing', (open) =>
  withSecond(open, async (one, two) => {
    const lease = await takeLease(one, 'job', 'one', 10, 100)
    assert.ok(lease)
    await releaseLease(one, lease)
    const next = await takeLease(two, 'job', 'one', 10, 101)
    assert.equal(next?.fencing_number, 2)
    await releaseLease(one, lease)
    assert.equal(await takeLease(one, 'job', 'one', 10, 102), undefined, 'a late release takes nothing away')
  }),
)
