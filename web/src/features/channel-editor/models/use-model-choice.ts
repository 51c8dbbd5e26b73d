import { taskNamesByType } from '@turnpike/contract/models/task-names'
import { useMemo } from 'react'
import { useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { useText } from '../../../lib/text/text.ts'
import { useKnownModels, useModelsByType } from '../use-channel.ts'
import { modelsText } from './models.text.ts'

/** The models to choose from: the usual ones of the type first, then all other known ones. */
export function useModelChoice(type: number) {
  const t = useText(modelsText)
  const nameOf = useChannelTypeName()
  const byType = useModelsByType()
  const known = useKnownModels()
  const usual = useMemo(() => [...new Set(byType.data?.[type] ?? taskNamesByType[type])], [byType.data, type])
  const all = useMemo(() => known.data ?? [], [known.data])

  const groups = [
    { label: t('usual', { type: nameOf(type) }), names: usual },
    { label: t('all'), names: all.filter((name) => !usual.includes(name)) },
  ]
  return {
    usual,
    all,
    isPending: byType.isPending || known.isPending,
    options: groups
      .filter(({ names }) => names.length > 0)
      .map(({ label, names }) => ({ label, options: names.map((value) => ({ value, label: value })) })),
  }
}
