import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ProfitPart, profitApi } from '@turnpike/contract/usage/profit'
import dayjs from 'dayjs'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call, download } from '../../../lib/api/call.ts'
import { saveStream } from '../../../lib/browser/save-stream.ts'
import { spanOf } from '../dashboard-range.ts'
import { type DashboardView, nowSeconds } from '../use-dashboard-view.ts'
import { profitText } from './profit.text.ts'

function queryOf({ range }: DashboardView, by: ProfitPart) {
  const { start, end } = spanOf(range, nowSeconds())
  return {
    start_timestamp: start,
    end_timestamp: end,
    by,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

export const useProfit = (view: DashboardView, by: ProfitPart) =>
  useQuery({
    queryKey: ['dashboard', 'profit', view.range, by],
    queryFn: async () => ({ by, ...(await call(profitApi.report, { query: queryOf(view, by) })) }),
    placeholderData: keepPreviousData,
    refetchInterval: view.refreshMinutes * 60_000,
  })

export function useProfitFile(view: DashboardView, by: ProfitPart) {
  const t = profitText.use()
  return useMutation({
    mutationFn: () =>
      saveStream(`profit-by-${by}-${dayjs().format('YYYY-MM-DD')}.csv`, () =>
        download(profitApi.export, { query: queryOf(view, by) }),
      ),
    onSuccess: (saved) => saved && toast.success(t('exported')),
  })
}
