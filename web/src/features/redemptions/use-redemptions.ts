import type { InputOf } from '@turnpike/contract/endpoint'
import { type Redemption, redemptionApi } from '@turnpike/contract/money/redemption'
import { useListChange, usePageQuery } from '../../components/list-page/use-page-query.ts'
import { call } from '../../lib/api/call.ts'

/** One page of the codes that match, newest first. */
export const useRedemptions = ({ keyword, status }: { keyword: string; status: string }) =>
  usePageQuery(['redemptions', keyword, status], (range) =>
    keyword || status
      ? call(redemptionApi.search, { query: { ...range, keyword, status } })
      : call(redemptionApi.list, { query: range }),
  )

export const loadCode = (id: string): Promise<Redemption> => call(redemptionApi.get, { params: { id } })

type Callbacks<Output> = { onDone: (output: Output) => void; onError: (error: Error) => void }
type NewCodes = InputOf<typeof redemptionApi.create>['body']
type Edit = Pick<Redemption, 'id' | 'name' | 'quota'> & { seen_revision: string }

export const useCreateCodes = (callbacks: Callbacks<string[]>) =>
  useListChange('redemptions', (body: NewCodes) => call(redemptionApi.create, { body }), callbacks)

export const useEditCode = ({ onDone, onError }: { onDone: () => void; onError: (error: Error) => void }) =>
  useListChange('redemptions', (body: Edit) => call(redemptionApi.update, { query: {}, body }), {
    onDone: () => onDone(),
    onError,
  })
