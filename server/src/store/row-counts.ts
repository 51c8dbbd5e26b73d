import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely'

/** How many rows a query finds. */
export async function countRows<Tables, Name extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Name, Record<never, never>>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('total')).$castTo<{ total: number }>()
  const { total } = await counted.executeTakeFirstOrThrow()
  return Number(total)
}

/** How many rows a statement changed or deleted. */
export async function countChanged(statement: {
  executeTakeFirstOrThrow(): Promise<UpdateResult | DeleteResult>
}): Promise<number> {
  const result = await statement.executeTakeFirstOrThrow()
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows)
}

/** Whether a statement changed or deleted a row. */
export const changesRow = async (statement: Parameters<typeof countChanged>[0]): Promise<boolean> =>
  (await countChanged(statement)) > 0
