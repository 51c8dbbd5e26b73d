import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type NewVirtualModel,
  type VirtualModel,
  type VirtualModelChange,
  virtualModelApi,
} from '@turnpike/contract/routing/virtual-models'
import { useListChange } from '../../components/list-page/use-page-query.ts'
import { usePaging } from '../../lib/address/use-paging.ts'
import { call } from '../../lib/api/call.ts'

const key = 'virtual models'

/** One page of the virtual models, and how many are enabled: the server returns all of them at once. */
export function useVirtualModels() {
  const { page, size } = usePaging()
  return useQuery({
    queryKey: [key],
    queryFn: () => call(virtualModelApi.list),
    select: (all) => ({
      items: all.slice((page - 1) * size, page * size),
      total: all.length,
      on: all.filter(({ is_enabled }) => is_enabled).length,
    }),
    placeholderData: keepPreviousData,
  })
}

export const loadVirtualModel = async (id: string): Promise<VirtualModel | undefined> =>
  (await call(virtualModelApi.list)).find((each) => String(each.id) === id)

/** The models that channels serve. */
export const useChoices = () =>
  useQuery({ queryKey: [key, 'choices'], queryFn: () => call(virtualModelApi.choices), staleTime: 30_000 }).data

export const undoVirtualModel = async (id: number) => {
  await call(virtualModelApi.undo, { body: { id } })
  return undefined
}
export const virtualModelsKey = key

type Saving = { onDone: () => void; onError: (error: Error) => void }

export const useCreate = (saving: Saving) =>
  useListChange(key, (body: NewVirtualModel) => call(virtualModelApi.create, { body }), saving)

export const useEdit = (saving: Saving) =>
  useListChange(key, (body: VirtualModelChange) => call(virtualModelApi.update, { body }), saving)

type Done = (undoId: number | undefined, virtual: VirtualModel) => void

export const useSwitch = (onDone: Done) =>
  useListChange(
    key,
    ({ id, is_enabled }: VirtualModel) => call(virtualModelApi.update, { body: { id, is_enabled: !is_enabled } }),
    { onDone: ({ undo_id }, virtual) => onDone(undo_id, virtual) },
  )

export const useRemove = (onDone: Done) =>
  useListChange(key, ({ id }: VirtualModel) => call(virtualModelApi.remove, { params: { id: String(id) } }), {
    onDone: ({ undo_id }, virtual) => onDone(undo_id, virtual),
  })
