import { taskNamesByType } from '@turnpike/contract/routing/task-names'
import { useMemo } from 'react'
import { useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { useUnpriced } from '../../../lib/models/use-unpriced.ts'
import { useText } from '../../../lib/text/text.ts'
import { useKnownModels, useModelsByType } from '../use-channel.ts'
import { modelsText } from './models.text.ts'

/**
 * The models to choose from: the usual ones of the type first, then all other known ones. A model without a price is never
 * suggested, because calls of it are refused; it can be chosen by name, and the list says what it lacks.
 */
export function useModelChoice(type: number, chosen: readonly string[]) {
  const t = useText(modelsText)
  const nameOf = useChannelTypeName()
  const byType = useModelsByType()
  const known = useKnownModels()
  const listed = useMemo(
    () => [...new Set([...(byType.data?.[type] ?? taskNamesByType[type] ?? [])])],
    [byType.data, type],
  )
  const names = useMemo(() => [...new Set((known.data ?? []).map(({ id }) => id))], [known.data])
  // Of known models the catalogue says whether they have a price.
  const unpricedOthers = useUnpriced(chosen.filter((name) => !names.includes(name)))
  const unpriced = new Set([
    ...(known.data ?? []).filter(({ is_priced }) => !is_priced).map(({ id }) => id),
    ...unpricedOthers,
  ])
  const isPriced = (model: string) => !unpriced.has(model)
  const usual = listed.filter(isPriced)
  const all = names.filter(isPriced)

  const groups = [
    { label: t('usual', { type: nameOf(type) }), names: usual },
    { label: t('all'), names: all.filter((name) => !usual.includes(name)) },
    { label: t('unpriced'), names: names.filter((name) => unpriced.has(name)) },
  ]
  return {
    usual,
    all,
    unpriced,
    isPending: byType.isPending || known.isPending,
    options: groups
      .filter(({ names }) => names.length > 0)
      .map(({ label, names }) => ({ label, options: names.map((value) => ({ value, label: value })) })),
  }
}
