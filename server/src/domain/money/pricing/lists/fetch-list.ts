import { priceListBytesMax } from '@turnpike/contract/money/price-book'
import type { Deps } from '../../../../deps.ts'
import type { OutboundResponse } from '../../../../outbound/outbound.ts'

const timeoutSeconds = 20

/** The address for logs and the audit: a query may hold credentials. */
export const withoutQuery = (address: string): string => address.split(/[?#]/)[0] ?? ''

/** The response of an address that an administrator set. Undefined if it cannot be reached; redirects are not followed. */
export const fetchList = (
  { outbound, log }: Pick<Deps, 'outbound' | 'log'>,
  address: string,
): Promise<OutboundResponse | undefined> =>
  outbound
    .send(address, { timeoutSeconds, bytesMax: priceListBytesMax, headers: { accept: 'application/json' } })
    .catch((error: unknown) => {
      log.info('price list not reached', { address: withoutQuery(address), error })
      return undefined
    })
