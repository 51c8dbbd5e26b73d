import { tokenBatchMax } from '@turnpike/contract/identity/token'

/** Sends ids in as many requests as the bound of one request makes necessary, one after the other. */
export async function inBatches<Result>(
  ids: readonly number[],
  send: (ids: number[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < ids.length; at += tokenBatchMax) results.push(await send(ids.slice(at, at + tokenBatchMax)))
  return results
}
