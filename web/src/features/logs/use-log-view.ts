import { useSearchParams } from 'react-router'
import { monthSeconds } from '../../lib/address/time-window.ts'
import { useWindowView } from '../../lib/address/use-window-view.ts'

const names = ['type', 'token_name', 'model_name', 'group', 'request_id'] as const
const adminNames = ['username', 'channel'] as const

export type LogFilters = Record<(typeof names)[number] | (typeof adminNames)[number], string>

/** The filters, the window and the open rows of the log, all in the address. */
export function useLogView() {
  const [params, setParams] = useSearchParams()
  const view = useWindowView({ names, adminNames, usual: '3d', spanSecondsMax: monthSeconds, dependents: ['open'] })
  return {
    ...view,
    openRows: params.getAll('open').map(Number),
    toggleRow: (id: number) =>
      setParams((now) => withRowToggled(now, String(id)), { preventScrollReset: true, replace: true }),
  }
}
export type LogView = ReturnType<typeof useLogView>

function withRowToggled(params: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (next.has('open', id)) next.delete('open', id)
  else next.append('open', id)
  return next
}
