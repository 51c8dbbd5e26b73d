import { tokenBatchMax } from '@turnpike/contract/identity/token'

/** Sends ids in as many requests as the bound of one request makes necessary, one after the other. */
export async function inBatches<Answer>(
  ids: readonly number[],
  send: (ids: number[]) => Promise<Answer>,
): Promise<Answer[]> {
  const responses: Answer[] = []
  for (let at = 0; at < ids.length; at += tokenBatchMax) responses.push(await send(ids.slice(at, at + tokenBatchMax)))
  return responses
}
