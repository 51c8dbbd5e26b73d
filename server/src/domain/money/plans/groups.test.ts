import assert from 'node:assert/strict'
import type { SubscriptionRow } from './subscriptions.queries.ts'
import { type Life, onLife, start } from './testing.ts'

/** The same numbers in every run. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const setGroup = (life: Life, group: string) =>
  life.store.updateTable('users').set({ group }).where('id', '=', life.user_id).execute()

onLife(
  'whatever the order in which plans begin and end, the buyer has the group of the newest one, and in the end the group before all',
  async (life) => {
    const below = createNumbers(7)
    const given = ['default', 'vip', 'svip', '']
    for (let round = 0; round < 40; round++) {
      const before = ['default', 'vip', 'staff'][below(3)] ?? ''
      await setGroup(life, before)
      const running: { row: SubscriptionRow; group: string }[] = []
      const acts: string[] = []
      for (let step = 0; step < 8 || running.length > 0; step++) {
        const at = start + step
        if (step < 8 && (running.length === 0 || below(2) === 0)) {
          const group = given[below(given.length)] ?? ''
          const [replaced] = below(3) === 0 ? running.splice(below(running.length), 1) : []
          const replaces = replaced?.row.id ?? 0
          running.push({ row: await life.buy({ upgrade_group: group }, { at, replaces }), group })
          acts.push(`+${group}/${replaces}`)
        } else {
          const [ended] = running.splice(below(running.length), 1)
          if (ended) await life.cancel(ended.row, at)
          acts.push(`-${ended?.row.id}`)
        }
        const wanted = running.findLast(({ group }) => group !== '')?.group ?? before
        assert.equal((await life.account()).group, wanted, `${before} ${acts.join(' ')}`)
      }
    }
  },
)

onLife('the end of a plan without a group leaves the group that somebody has chosen since', async (life) => {
  const plain = await life.buy()
  const former = await life.buy({ downgrade_group: 'former' })
  const vip = await life.buy({ upgrade_group: 'vip' })
  await setGroup(life, 'staff')
  for (const row of [plain, former, vip]) {
    await life.cancel(row, start + 60)
    assert.equal((await life.account()).group, 'staff')
  }
})

onLife('the group afterwards is that of the plan that ends last, or of the one before it', async (life) => {
  const low = await life.buy({ upgrade_group: 'vip', downgrade_group: 'former' })
  const high = await life.buy({ upgrade_group: 'svip' })
  await life.cancel(low, start + 60)
  assert.equal((await life.account()).group, 'svip')
  await life.cancel(high, start + 60)
  assert.equal((await life.account()).group, 'former')
})
