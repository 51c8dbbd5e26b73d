import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../lib/api/call.ts'
import { dictionary, textOf, useText } from '../../lib/text/text.ts'
import { useToast } from '../overlay/toast.tsx'
import { fieldNamesText, isFieldName } from './field-names.text.ts'

const undoText = dictionary({
  undone: ['Undone', '已撤销'],
  undoneSome: [
    ({ count }: { count: number }) => `Undone for ${count} channels`,
    ({ count }) => `已撤销对 ${count} 个渠道的操作`,
  ],
  changedSince: [
    ({ target, field }: { target: string; field: string }) => `Not undone: “${field}” of ${target} was changed since.`,
    ({ target, field }) => `未撤销：${target} 的“${field}”之后又被修改。`,
  ],
  deletedSince: [
    ({ target }: { target: string }) => `Not undone: ${target} was deleted since.`,
    ({ target }) => `未撤销：${target} 之后被删除。`,
  ],
})

type Undone = { count: number } | undefined

/** Undoes a change on the server; a toast shows the result, and the rows under the key are loaded again. */
export function useUndo(undo: (id: number) => Promise<Undone>, queryKey: string) {
  const t = useText(undoText)
  const toast = useToast()
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
  const t = textOf(undoText)
  if (!(error instanceof CallError)) return String(error)
  if (error.code !== 'undo_changed') return error.message
  const { target = '', field = '' } = error.params ?? {}
  if (field === 'id') return t('deletedSince', { target: String(target) })
  const name = isFieldName(String(field)) ? textOf(fieldNamesText)(String(field) as 'name') : String(field)
  return t('changedSince', { target: String(target), field: name })
}

/** A toast about a change, with a button that undoes it. */
export function useUndoToast(undo: (id: number) => Promise<Undone>, queryKey: string) {
  const t = useText(undoText)
  const toast = useToast()
  const takeBack = useUndo(undo, queryKey)
  return (words: string, undoId: number | undefined) =>
    toast.success(words, undoId === undefined ? {} : { action: { text: t('undo'), onPress: () => takeBack(undoId) } })
}
