import { type Sent, send } from '../send.ts'
import type { Account } from './accounts.ts'
import { beginCall, type ClientCall } from './client-call.ts'
import type { MoneySuite } from './money-suite.ts'
import type { SingleCase } from './wire-cases.ts'

/** Sends the request of one case. */
export function driveSingle({ relay }: MoneySuite, { request }: SingleCase) {
  const { path, body, headers } = request
  const sending = ({ key }: Account) => ({
    headers: headers?.(key) ?? { authorization: `Bearer ${key}` },
    body: body(),
  })
  return {
    call: (mine: Account): Promise<Sent> => send(relay, path, sending(mine)),
    begin: (mine: Account): ClientCall => beginCall(relay, path, sending(mine)),
  }
}
