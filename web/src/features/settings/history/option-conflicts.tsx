import type { OptionKey } from '@turnpike/contract/options'
import { ConflictDialog } from '../../../components/conflict/conflict-dialog.tsx'
import { useWords } from '../../../lib/text/words.ts'
import type { OptionConflict } from '../form/option-edits.ts'

type OptionConflictsProps = {
  conflicts: readonly OptionConflict[]
  labelOf: (key: OptionKey) => string
  busy: boolean
  onOverwrite: () => void
  onReload: () => void
  onCancel: () => void
}

/** Shown when another administrator has changed the same options since they were loaded. */
export function OptionConflicts({ conflicts, labelOf, ...responses }: OptionConflictsProps) {
  const say = useWords()
  const wordsOf = (value: string) =>
    value === 'true' ? say(['On', '开启']) : value === 'false' ? say(['Off', '关闭']) : value
  const mine = new Map(conflicts.map(({ key, mine: text }) => [key as string, wordsOf(text)]))
  return (
    <ConflictDialog
      {...responses}
      changes={conflicts.map(({ key, opened, theirs }) => ({
        field: key,
        before: opened,
        after: theirs,
        is_hidden: false,
      }))}
      words={{ nameOf: (key) => labelOf(key as OptionKey), valueOf: (_, value) => wordsOf(String(value)) }}
      mineOf={(key) => mine.get(key)}
    />
  )
}
