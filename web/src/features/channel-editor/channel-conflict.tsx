import { ConflictDialog } from '../../components/conflict/conflict-dialog.tsx'
import { differencesOf } from '../../components/conflict/use-conflict.ts'
import { useChannelWords } from '../../components/history/use-channel-words.ts'
import { draftOf, type FieldName, fieldsOf } from './draft.ts'
import type { ChannelForm } from './use-channel-form.ts'
import type { useUpdateChannel } from './use-save-channel.ts'

type ChannelConflictProps = { form: ChannelForm; update: ReturnType<typeof useUpdateChannel> }

/** Shown when another administrator saved the channel while it was edited here. */
export function ChannelConflict({ form, update }: ChannelConflictProps) {
  const words = useChannelWords()
  const { conflict } = update
  const opened = form.seen.get()
  if (!conflict || !opened) return null
  const isField = (field: string): field is FieldName => Object.hasOwn(form.fields, field)
  const differences = differencesOf(fieldsOf(draftOf(opened)), fieldsOf(draftOf(conflict.theirs)))
  const hasOtherKey = opened.key_hint !== conflict.theirs.key_hint
  return (
    <ConflictDialog
      by={conflict.by}
      changes={hasOtherKey ? [...differences, { field: 'key', is_hidden: true }] : differences}
      words={{ ...words, nameOf: (field) => (isField(field) ? form.labelOf(field) : words.nameOf(field)) }}
      mineOf={(field) =>
        isField(field) && field !== 'key' && form.changed.includes(field)
          ? words.valueOf(field, form.fields[field] ?? '')
          : undefined
      }
      busy={update.isPending}
      onOverwrite={update.overwrite}
      onReload={update.reload}
      onCancel={update.closeConflict}
    />
  )
}
