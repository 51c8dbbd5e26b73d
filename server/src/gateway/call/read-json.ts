import { type Exchange, readAll } from '../../outbound/exchange.ts'
import { emptyAnswer, failureOfError } from '../chat/upstream-stream.ts'

const answerMax = 4 * 1024 * 1024

/** A whole answer that must be JSON, of the size our own questions bring. Anything else is the upstream's failure. */
export async function readJson(answer: Exchange): Promise<unknown> {
  try {
    const bytes = await readAll(answer, answerMax)
    if (bytes.length === 0) throw emptyAnswer()
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw failureOfError(error)
  }
}
