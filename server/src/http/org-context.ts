import type { Endpoint } from '@turnpike/contract/endpoint'
import { orgHeader, orgMay } from '@turnpike/contract/identity/organisation'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import type { Caller } from './caller.ts'

/**
 * The caller in the organisation that the request's header names. Members only: to others it does not exist. A call
 * that cannot act for an organisation is refused, so that it never acts for the user by mistake.
 */
export async function inOrg(
  app: FastifyInstance,
  { org: act }: Pick<Endpoint, 'org'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  caller: Caller,
): Promise<Caller> {
  const named = headers[orgHeader]
  if (named === undefined || named === '') return caller
  if (act === undefined) throw new AppError('org_not_supported')
  if (typeof named !== 'string' || !/^[1-9]\d{0,14}$/.test(named)) throw new AppError('org_header_invalid')
  const seat = await app.httpDeps.findSeat(Number(named), caller.id)
  if (!seat) throw new AppError('org_missing')
  if (act !== 'any' && !orgMay(seat.role, act)) throw new AppError('org_forbidden')
  return { ...caller, org: seat }
}
