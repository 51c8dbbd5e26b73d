import { agentBounds } from '@turnpike/contract/money/agents/agent-api'
import { TextAreaField } from '../../../components/fields/input-field.tsx'
import { applicationText } from './application.text.ts'
import type { Application } from './use-application.ts'

export function NoteField({ of: { note, setNote, problem } }: { of: Application }) {
  const t = applicationText.use()
  return (
    <TextAreaField
      label={t('note')}
      optional
      help={t('noteHelp')}
      problem={problem}
      autoSize={{ minRows: 3, maxRows: 8 }}
      maxLength={agentBounds.note.charactersMax}
      value={note}
      onChange={setNote}
    />
  )
}
