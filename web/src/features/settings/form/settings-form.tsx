import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OptionKey } from '@turnpike/contract/options'
import { isHiddenOption, optionApi } from '@turnpike/contract/system/option-api'
import { Button } from 'antd'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { SaveBar } from '../../../components/form/save-bar.tsx'
import { useSaveKey } from '../../../components/form/use-save-key.ts'
import { plain } from '../../../components/options/option-texts.ts'
import { type StoredOptions, storedOptions, useOptions, withChanges } from '../../../components/options/use-options.ts'
import { closeToast, toast, toasts } from '../../../components/overlay/toast-list.ts'
import { Callout } from '../../../components/states/callout.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { CallError, call } from '../../../lib/api/call.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useWords } from '../../../lib/text/words.ts'
import { useDelayed } from '../../../lib/timing/use-delayed.ts'
import styles from './form.module.css'
import { formText } from './form.text.ts'
import type { OptionConflict } from './option-edits.ts'
import { type CustomFields, OptionSection } from './option-section.tsx'
import { SectionList } from './section-list.tsx'
import { idOf, type SectionRow, type SectionTable } from './section-table.ts'
import { type OptionChange, useOptionForm } from './use-option-form.ts'

const OptionConflicts = lazyPart(async () => (await import('../history/option-conflicts.tsx')).OptionConflicts)

type SettingsFormProps<Custom extends string = string> = {
  sections: SectionTable<Custom>
  custom: CustomFields<Custom>
}

/** A tab of settings: its sections, one at a time, each saved by itself and all or nothing. */
export function SettingsForm<Custom extends string>({ sections, custom }: SettingsFormProps<Custom>) {
  const options = useOptions()
  if (options.data) return <LoadedForm sections={sections} custom={custom} stored={options.data} />
  if (options.isError)
    return <ErrorState error={options.error} onRetry={options.refetch} retrying={options.isFetching} />
  return <Loading sections={sections} />
}

function LoadedForm({ sections, custom, stored }: SettingsFormProps & { stored: StoredOptions }) {
  const t = formText.use()
  const page = useRef<HTMLFormElement>(null)
  const { form, labelOf, changedIn, changedNames, changesOf, passes, discard, forgetSaved, ...others } = useOptionForm(
    sections,
    stored,
  )
  const { conflictsIn, acceptStored } = others
  const { mutate, isPending } = useSaveOptions()
  const [contested, setContested] = useState<{ conflicts: OptionConflict[]; now: StoredOptions }>()

  const section = useCurrentSection(sections)
  const say = useWords()
  const changed =
    changedIn(section).length > 0 && section.changes ? section.changes(form).map(say) : changedIn(section).map(labelOf)

  /** Asks when somebody else has changed the same options since they were loaded. */
  function isUncontested(now: StoredOptions): boolean {
    const conflicts = conflictsIn(section, now)
    if (conflicts.length > 0) setContested({ conflicts, now })
    return conflicts.length === 0
  }
  function send(maySend: (now: StoredOptions) => boolean) {
    const saving = {
      count: changedIn(section).length,
      changesOver: (now: StoredOptions) => changesOf(section, now),
      isStopped: (now: StoredOptions) => !maySend(now),
    }
    mutate(saving, { onSuccess: (changes) => changes && forgetSaved(section) })
  }
  function reload() {
    if (contested) acceptStored(section, contested.now)
    setContested(undefined)
  }
  function overwrite() {
    setContested(undefined)
    send(() => true)
  }

  function save(event: FormEvent) {
    if (event.target !== event.currentTarget) return // the submit event of a drawer's form
    event.preventDefault()
    if (isPending) return
    const count = changedIn(section).length
    if (count === 0) return toast.info(t('nothingModified'))
    const canSave = passes(section) && !page.current?.querySelector('[data-refused]') // a cell that holds no number
    if (canSave) return send(isUncontested)
    const focusFirstProblem = () => page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    requestAnimationFrame(focusFirstProblem) // the messages are drawn after this handler
  }

  useSaveKey(page)

  return (
    <form ref={page} className={styles.form} noValidate onSubmit={save}>
      <div className={styles.damaged}>
        <DamagedOptions stored={stored} />
      </div>
      <div className={styles.columns}>
        <SectionList sections={sections} current={section} hasChanges={(each) => changedIn(each).length > 0} />
        <div key={section.section} className={styles.fields}>
          <Suspense fallback={<LoadingBars />}>
            <OptionSection parts={section.parts} form={form} custom={custom} />
          </Suspense>
        </div>
      </div>
      <div className={styles.bar}>
        <SaveBar
          changes={changed}
          isSaving={isPending}
          back={{ text: t('discard'), onClick: () => discard(section) }}
        />
      </div>
      {contested && (
        <OptionConflicts
          conflicts={contested.conflicts}
          labelOf={labelOf}
          busy={isPending}
          onOverwrite={overwrite}
          onReload={reload}
          onCancel={() => setContested(undefined)}
        />
      )}
      <LeaveGuard changes={changedNames} part="tab" />
    </form>
  )
}

const Loading = ({ sections }: Pick<SettingsFormProps, 'sections'>) => (
  <div className={styles.columns} aria-busy="true">
    <SectionList sections={sections} current={useCurrentSection(sections)} hasChanges={() => false} />
    <LoadingBars />
  </div>
)

const bars = ['first', 'second', 'third']

/** Grey bars while the options, or the code of a section, are loading; the delay keeps a fast response from flashing them. */
function LoadingBars() {
  const late = useDelayed(150)
  return (
    <div className={late ? styles.loadingBars : `${styles.loadingBars} ${layoutStyles.invisible}`}>
      {bars.map((bar) => (
        <div key={bar} className={layoutStyles.loadingBar} />
      ))}
    </div>
  )
}

/** The section that the address names, or the first. */
function useCurrentSection(sections: SectionTable): SectionRow {
  const [params] = useSearchParams()
  return sections.find((section) => idOf(section) === params.get('section')) ?? sections[0]
}

const savable = ({ damaged }: StoredOptions): OptionKey[] => damaged.filter((key) => !isHiddenOption(key))

/** Names the options whose stored values cannot be read, and saves the values in force over them. */
function DamagedOptions({ stored }: { stored: StoredOptions }) {
  const t = formText.use()
  const { mutate, isPending } = useSaveOptions()
  const { length: count } = savable(stored)
  if (stored.damaged.length === 0) return null
  const changesOver = (now: StoredOptions) =>
    savable(now).map((key) => ({ key, value: plain(key, now.texts[key] ?? '') }))
  return (
    <Callout
      tone="error"
      title={t('damaged', { names: stored.damaged.join(', ') })}
      text={t('damagedText')}
      action={
        count > 0 && (
          <Button size="small" loading={isPending} onClick={() => mutate({ count, changesOver })}>
            {t('damagedSave')}
          </Button>
        )
      }
    />
  )
}

type Saving = {
  /** How many options are about to change. */
  count: number
  /** The changes to send, computed from the options that are stored at that moment. */
  changesOver: (now: StoredOptions) => OptionChange[]
  /** Called with the stored options before anything is sent; true stops the save without a message. */
  isStopped?: (now: StoredOptions) => boolean
}

/** Saves several options, all or none. Resolves once the page shows the stored options. */
function useSaveOptions() {
  const t = formText.use()
  const queries = useQueryClient()
  const refused = useRef('')

  function refuse(error: Error, { count }: Saving) {
    // A refusal has a reason and saved nothing. After a failed connection, only another attempt shows what was saved.
    const isKnown = error instanceof CallError && error.code !== undefined
    refused.current = isKnown || count < 2 ? error.message : t('someFailed')
    toast.error(refused.current, refused.current === error.message ? {} : { detail: error.message })
  }

  return useMutation({
    async mutationFn({ changesOver, isStopped }: Saving) {
      const now = await queries.fetchQuery(storedOptions)
      if (isStopped?.(now)) return undefined
      const changes = changesOver(now)
      if (changes.length > 0) await call(optionApi.updateMany, { body: { changes } })
      return changes
    },
    onMutate() {
      // An error toast stays until it is closed, so a new attempt closes the toast of the attempt before.
      for (const { id, text } of toasts.get()) if (text === refused.current) closeToast(id)
    },
    onError: refuse,
    async onSuccess(changes) {
      if (!changes) return
      toast.success(t('saved'))
      queries.setQueryData<StoredOptions>(storedOptions.queryKey, (before) => before && withChanges(before, changes))
      // Names, menus, amounts, groups, prices: options are part of nearly every response.
      await queries.invalidateQueries()
    },
  })
}
