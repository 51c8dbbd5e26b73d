import { OpenedDrawer } from '../../../components/overlay/opened-drawer.tsx'
import { useOpenedRow } from '../../../components/overlay/use-opened-row.ts'
import type { Opened } from '../../../lib/address/use-opened.ts'
import type { Question } from '../questions.ts'
import { QuestionDrawer } from './question-drawer.tsx'

/** The drawer of the question that the address names, or of a new one. */
export function OpenedQuestion({ questions, opened }: { questions: readonly Question[]; opened: Opened }) {
  const isNew = opened.value === 'new'
  const of = useOpenedRow({
    value: isNew ? undefined : opened.value,
    rows: questions,
    keyOf: ({ anchor }) => anchor,
    load: async () => undefined,
    list: 'faq',
  })
  const entries = questions.map(({ entry }) => entry)
  if (isNew) return <QuestionDrawer entries={entries} onClosed={opened.close} />
  return (
    <OpenedDrawer of={of} onClosed={opened.close}>
      {({ entry, anchor }) => <QuestionDrawer key={anchor} entry={entry} entries={entries} onClosed={opened.close} />}
    </OpenedDrawer>
  )
}
