import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { isOptionKey, type OptionKey } from '@turnpike/contract/options'
import { isHiddenOption, type OptionRow, optionApi } from '@turnpike/contract/system/option-api'
import { call } from '../../lib/api/call.ts'
import { editable, type OptionTexts } from './option-texts.ts'

export type StoredOptions = {
  texts: OptionTexts
  /** The names of the hidden options that are set. */
  hiddenSet: ReadonlySet<string>
  /** The revisions of the stored texts, as far as they are known. */
  revisions: Readonly<Partial<Record<OptionKey, string>>>
  /** Options whose stored values cannot be read; `texts` has those in force. */
  damaged: readonly OptionKey[]
}

const textsOf = (rows: readonly OptionRow[]): OptionTexts =>
  Object.fromEntries(rows.map(({ key, value }) => [key, editable(key, value)]))

const fetchOptions = async (): Promise<StoredOptions> => {
  const { data, hidden_set, damaged } = await call(optionApi.list)
  return {
    texts: textsOf(data),
    revisions: Object.fromEntries(data.map(({ key, revision }) => [key, revision])),
    hiddenSet: new Set(hidden_set),
    damaged: damaged.filter(isOptionKey),
  }
}

/** Every stored option. Another administrator may save at any time, so every use loads them again. */
export const storedOptions = queryOptions({ queryKey: ['options', 'stored'], queryFn: fetchOptions, staleTime: 0 })

export const useOptions = (): UseQueryResult<StoredOptions> => useQuery(storedOptions)

/** The stored options after a save, before they are loaded again. */
export function withChanges(before: StoredOptions, changes: readonly OptionRow[]): StoredOptions {
  const { texts, revisions, hiddenSet, damaged } = before
  const shown = changes.filter(({ key }) => !isHiddenOption(key))
  const hidden = changes.filter(({ key }) => isHiddenOption(key))
  const removed = new Set(hidden.filter(({ value }) => value === '').map(({ key }) => key))
  return {
    texts: { ...texts, ...textsOf(shown) },
    revisions: { ...revisions, ...Object.fromEntries(shown.map(({ key }) => [key, undefined])) },
    hiddenSet: new Set([...hiddenSet, ...hidden.map(({ key }) => key)].filter((key) => !removed.has(key))),
    damaged: damaged.filter((key) => !changes.some((change) => change.key === key)),
  }
}

/** The defaults of all options; they change with a release only. */
export const useDefaultOptions = (): UseQueryResult<OptionTexts> =>
  useQuery({
    queryKey: ['options', 'defaults'],
    queryFn: async () => textsOf(await call(optionApi.defaults)),
    staleTime: Number.POSITIVE_INFINITY,
  })
