import type { Store } from './store.ts'

/**
 * Lets rules that begin a transaction of their own be part of this one: the transaction that they begin is this one, and
 * they are committed or taken back together.
 */
export function joining(transaction: Store): Store {
  const begin = () => ({ execute: <Result>(work: (store: Store) => Promise<Result>) => work(transaction) })
  // Rules only execute work in a transaction; they choose neither isolation nor access. The object itself is changed: it has
  // private fields, which a copy of it would lack.
  return Object.assign(transaction, { transaction: begin }) as unknown as Store
}
