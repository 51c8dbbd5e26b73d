import { openData } from '../open-data.ts'

/** Σ charges = Σ log rows = Σ used quota, to the unit. */
export async function checkBooks(folder: string, env: Record<string, string> = {}): Promise<void> {
  const { store, close } = await openData(folder, env)
  const ledger = await store
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number>('amount').as('total'))
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow()
  const logs = await store
    .selectFrom('logs')
    .select(({ fn }) => fn.sum<number>('quota').as('total'))
    .where('type', '=', 2)
    .executeTakeFirstOrThrow()
  const users = await store
    .selectFrom('users')
    .select(({ fn }) => [fn.sum<number>('used_quota').as('used'), fn.sum<number>('held').as('held')])
    .executeTakeFirstOrThrow()
  await close()
  const [charged, logged, used, held] = [ledger.total, logs.total, users.used, users.held].map(Number)
  if (charged !== logged || charged !== used || held !== 0)
    throw new Error(`the books do not balance: ${JSON.stringify({ charged, logged, used, held })}`)
  console.log(`books: ${charged} charged = logged = used, nothing held`)
}
