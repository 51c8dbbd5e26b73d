import { errorText } from '@turnpike/contract/errors'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../http/app-error.ts'
import { preferredLanguage } from '../../../http/language.ts'

type Success<Data> = { data: Data; url?: string; trade_no?: string }

/** Refusals are in `data`, as clients of this family expect of requests that start a payment. */
export async function familyResponse<Data>(request: FastifyRequest, work: () => Promise<Success<Data>>) {
  try {
    return { message: 'success' as const, ...(await work()) }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 200) throw error
    const language = preferredLanguage(request.headers['accept-language'])
    return { message: 'error' as const, data: errorText(error.code, language, error.params) }
  }
}
