import type { Store } from './store.ts'

/**
 * Lets rules that begin a transaction of their own run inside this one. They get this transaction instead, and are
 * committed or rolled back together with it.
 */
export function joining(transaction: Store): Store {
  const begin = () => ({ execute: <Result>(work: (store: Store) => Promise<Result>) => work(transaction) })
  // Rules only execute work; they choose neither isolation nor access mode. The object itself is changed, because a copy would
  // lack its private fields.
  return Object.assign(transaction, { transaction: begin }) as unknown as Store
}
