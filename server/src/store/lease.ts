import type { Store } from './store.ts'

/** The exclusive right to run a job until it expires. Times are the database's, in unix seconds. */
export type Lease = { name: string; holder: string; fencing_number: number; expires_at: number }

/** Takes a lease that is free or expired. Gives undefined while it is held, also by the same holder. */
export async function takeLease(
  store: Store,
  name: string,
  holder: string,
  seconds: number,
  now: number,
): Promise<Lease | undefined> {
  return store
    .insertInto('leases')
    .values({ name, holder, expires_at: now + seconds, fencing_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((values) => ({
          holder: values.ref('excluded.holder'),
          expires_at: values.ref('excluded.expires_at'),
          fencing_number: values('leases.fencing_number', '+', 1),
        }))
        .where('leases.expires_at', '<=', now),
    )
    .returning(['name', 'holder', 'fencing_number', 'expires_at'])
    .executeTakeFirst()
}

/** Extends a lease. Gives undefined if it has expired or was taken: the work must stop. */
export async function renewLease(store: Store, lease: Lease, seconds: number, now: number): Promise<Lease | undefined> {
  return store
    .updateTable('leases')
    .set({ expires_at: now + seconds })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .where('fencing_number', '=', lease.fencing_number)
    .where('expires_at', '>', now)
    .returning(['name', 'holder', 'fencing_number', 'expires_at'])
    .executeTakeFirst()
}

/** Ends a lease early. The row stays, because its fencing number must keep growing. */
export async function releaseLease(store: Store, lease: Lease): Promise<void> {
  await store
    .updateTable('leases')
    .set({ expires_at: 0 })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .where('fencing_number', '=', lease.fencing_number)
    .execute()
}
