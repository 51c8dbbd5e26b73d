import { useUndoToast } from '../history/use-undo.ts'
import { useListChange } from './use-page-query.ts'

type Row = { id: number; name: string; status: number }
type Undoable = { undo_id?: number | undefined }

type RowChanges = {
  list: string
  switchTo: (change: { id: number; status: number }) => Promise<Undoable>
  remove: (id: number) => Promise<Undoable>
  undo: (undoId: number) => Promise<{ count: number } | undefined>
  /** The status of disabled rows: only disabling can be undone. */
  offStatus: number
  onRemoved: (id: number) => void
  words: { (name: 'removed'): string; (name: 'disabledOne', values: { name: string }): string }
}

/** Enables, disables or deletes a row: the list is loaded again, and a toast offers to undo the change. */
export function useRowChanges({ list, switchTo, remove, undo, offStatus, onRemoved, words: t }: RowChanges) {
  const told = useUndoToast(undo, list)
  const switching = useListChange(list, ({ id, status }: Row) => switchTo({ id, status }), {
    onDone: ({ undo_id }, { name, status }) => {
      if (status === offStatus) told(t('disabledOne', { name }), undo_id)
    },
  })
  const removing = useListChange(list, remove, {
    onDone: ({ undo_id }, id) => {
      onRemoved(id)
      told(t('removed'), undo_id)
    },
  })
  return {
    switchTo: ({ id, name }: Row, status: number) => switching.mutate({ id, name, status }),
    remove: ({ id }: Row) => removing.mutate(id),
  }
}
