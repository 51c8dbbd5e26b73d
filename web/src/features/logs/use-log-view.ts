import { type LogOrder, type LogSort, logSorts } from '@turnpike/contract/usage/log'
import { useSearchParams } from 'react-router'
import { addressOfFilters } from '../../lib/address/address-filters.ts'
import { monthSeconds } from '../../lib/address/time-window.ts'
import { useWindowView } from '../../lib/address/use-window-view.ts'
import { useSeesMembers } from '../../lib/api/organisations.ts'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'

const names = ['type', 'token_name', 'model_name', 'group', 'request_id', 'cost_over'] as const
const memberNames = [...names, 'username'] as const
const adminNames = ['username', 'channel'] as const

export type LogFilters = Record<(typeof names)[number] | (typeof adminNames)[number], string>

/** The figure by which the rows are sorted. */
export type Sort = { by: LogSort; order: LogOrder }

/** The filters, the window, the order and the open rows of the log, all in the address. */
export function useLogView() {
  const [params, setParams] = useSearchParams()
  const seesMembers = useSeesMembers()
  const view = useWindowView({
    names: seesMembers ? memberNames : names,
    adminNames,
    usual: '3d',
    spanSecondsMax: monthSeconds,
    dependents: ['open'],
  })
  return {
    ...view,
    /** The list holds the rows of all members of an organisation. */
    seesMembers,
    /** Quota per dollar: the filter by cost is in dollars. */
    perUnit: useQuotaRate().perUnit,
    sort: sortOf(params),
    /** Undefined restores the order of time. */
    setSort: (next: Sort | undefined) =>
      setParams((now) => addressOfFilters(now, { sort: next?.by ?? '', order: next?.order ?? '', open: '' }), {
        preventScrollReset: true,
      }),
    openRows: params.getAll('open').map(Number),
    toggleRow: (id: number) =>
      setParams((now) => withRowToggled(now, String(id)), { preventScrollReset: true, replace: true }),
  }
}
export type LogView = ReturnType<typeof useLogView>

function sortOf(params: URLSearchParams): Sort | undefined {
  const by = logSorts.find((sort) => sort === params.get('sort'))
  return by && { by, order: params.get('order') === 'asc' ? 'asc' : 'desc' }
}

/** The part of a typed text that is an amount of dollars, or nothing. */
export const amountOf = (text: string): string =>
  /\d{1,9}(\.\d{0,6})?|\.\d{1,6}/.exec(text.replace(',', '.'))?.[0] ?? ''

function withRowToggled(params: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (next.has('open', id)) next.delete('open', id)
  else next.append('open', id)
  return next
}
