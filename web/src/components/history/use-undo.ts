import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../lib/api/call.ts'
import { dictionary } from '../../lib/text/text.ts'
import { toast } from '../overlay/toast-list.ts'
import { fieldNamesText } from './field-names.text.ts'

const undoText = dictionary({
  undoneSome: ['Undone for {count} channels', '已撤销对 {count} 个渠道的操作'],
  changedSince: ['Not undone: “{field}” of {target} was changed since.', '未撤销：{target} 的“{field}”之后又被修改。'],
  deletedSince: ['Not undone: {target} was deleted since.', '未撤销：{target} 之后被删除。'],
})

type Undone = { count: number } | undefined

/** Undoes a change on the server; a toast shows the result, and the rows under the key are loaded again. */
export function useUndo(undo: (id: number) => Promise<Undone>, queryKey: string) {
  const t = undoText.use()
  const queries = useQueryClient()
  return async (id: number): Promise<void> => {
    try {
      const count = (await undo(id))?.count ?? 1
      toast.success(count > 1 ? t('undoneSome', { count }) : t('undone'))
    } catch (error) {
      toast.error(refusalWords(error))
    }
    await queries.invalidateQueries({ queryKey: [queryKey] })
  }
}

/** Names the fields that were changed since, in the words of the console. */
function refusalWords(error: unknown): string {
  const t = undoText.get()
  if (!(error instanceof CallError)) return String(error)
  if (error.code !== 'undo_changed') return error.message
  const { target = '', field = '' } = error.params ?? {}
  if (field === 'id') return t('deletedSince', { target: String(target) })
  const name = String(field)
  const words = fieldNamesText.has(name) ? fieldNamesText.get()(name) : name
  return t('changedSince', { target: String(target), field: words })
}

/** A toast about a change, with a button that undoes it. */
export function useUndoToast(undo: (id: number) => Promise<Undone>, queryKey: string) {
  const t = undoText.use()
  const takeBack = useUndo(undo, queryKey)
  return (words: string, undoId: number | undefined) =>
    toast.success(words, undoId === undefined ? {} : { action: { text: t('undo'), onPress: () => takeBack(undoId) } })
}
