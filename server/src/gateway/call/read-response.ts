import { type Exchange, readAll } from '../../outbound/exchange.ts'
import { badResponse } from '../translate/response/bad-response.ts'
import { emptyResponse, failureOfError } from './upstream-failures.ts'

/** The body of a whole response. A body that breaks off, is too large or is empty is an upstream failure. */
export async function readBytes(response: Exchange, bytesMax: number): Promise<Buffer> {
  const bytes = await readAll(response, bytesMax).catch((error: unknown) => {
    throw failureOfError(error)
  })
  if (bytes.length === 0) throw emptyResponse()
  return bytes
}

export function parseBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw badResponse()
  }
}

/** Probes and counts have small responses. */
const jsonBytesMax = 4 * 1024 * 1024

export const readJson = async (response: Exchange): Promise<unknown> =>
  parseBytes(await readBytes(response, jsonBytesMax))
