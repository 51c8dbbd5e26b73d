import { useRef, useState } from 'react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { useGroups } from '../use-groups.ts'
import styles from './terms.module.css'
import { termsText } from './terms.text.ts'
import { TermsForm } from './terms-form.tsx'
import { ownOfInstallation } from './terms-values.ts'
import { inheritedTerms, type Terms, type TermsSubject, useSetTerms, useTerms } from './use-terms.ts'
import { useTermsForm } from './use-terms-form.ts'

/** `group` is absent where the drawer asks for it. */
type Edited = TermsSubject | { scope: 'group'; group?: undefined }
type TermsDrawerProps = { subject: Edited; onClosed: () => void }

/** Sets the terms of the installation, of a group or of an agent. */
export function TermsDrawer({ subject, onClosed }: TermsDrawerProps) {
  const terms = useTerms().data
  // The form begins with the stored terms, so it waits for them.
  return terms ? <LoadedDrawer terms={terms} subject={subject} onClosed={onClosed} /> : null
}

function ownTermsOf(terms: Terms, subject: Edited) {
  if (subject.scope === 'agent') return subject.own
  if (subject.scope === 'installation') return ownOfInstallation(terms.installation)
  return terms.groups.find(({ group }) => group === subject.group)?.terms ?? {}
}

function LoadedDrawer({ terms, subject, onClosed }: TermsDrawerProps & { terms: Terms }) {
  const t = termsText.use()
  const closing = useRef(() => {})
  const [chosen, setChosen] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const isNewGroup = subject.scope === 'group' && subject.group === undefined
  const whose = isNewGroup ? { scope: 'group' as const, group: chosen ?? '' } : (subject as TermsSubject)
  const form = useTermsForm(ownTermsOf(terms, subject), inheritedTerms(terms, whose))
  const saving = useSetTerms(() => {
    setIsSaved(true)
    toast.success(t('saved'))
    closing.current()
  })
  const isGroupMissing = isNewGroup && chosen === undefined
  function submit() {
    const read = form.read()
    setChecked(true)
    if (read && !isGroupMissing && !saving.isPending) saving.mutate({ subject: whose, terms: read })
  }
  return (
    <FormDrawer
      title={titleOf(subject, t)}
      summary={t('holds')}
      holdsInput={!isSaved && (form.isChanged || chosen !== undefined)}
      onClosed={onClosed}
      onSubmit={submit}
      formClassName={styles.form}
      closing={closing}
      verb={t('save')}
      isSending={saving.isPending}
    >
      {isNewGroup && (
        <FormSection title={t('of')}>
          <GroupField
            taken={terms.groups.map(({ group }) => group)}
            value={chosen}
            problem={isChecked && isGroupMissing ? t('groupMissing') : undefined}
            onChange={setChosen}
          />
        </FormSection>
      )}
      <TermsForm form={form} />
    </FormDrawer>
  )
}

function titleOf(subject: Edited, t: ReturnType<typeof termsText.use>): string {
  if (subject.scope === 'installation') return t('titleOfInstallation')
  if (subject.scope === 'agent') return t('titleOfAgent', { name: subject.name })
  return subject.group === undefined ? t('titleOfNewGroup') : t('titleOfGroup', { name: subject.group })
}

type GroupFieldProps = {
  taken: readonly string[]
  value: string | undefined
  problem: string | undefined
  onChange: (group: string) => void
}

function GroupField({ taken, value, problem, onChange }: GroupFieldProps) {
  const t = termsText.use()
  const groups = useGroups()
  const free = (groups.data ?? []).filter((name) => !taken.includes(name))
  return (
    <SelectField<string>
      label={t('group')}
      problem={problem}
      placeholder={t('groupPlaceholder')}
      showSearch
      loading={groups.isPending}
      value={value ?? null}
      options={free.map((name) => ({ value: name, label: name }))}
      onChange={onChange}
    />
  )
}
