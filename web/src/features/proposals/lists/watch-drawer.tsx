import { type WatchSetting, watchModes } from '@turnpike/contract/routing/model-lists'
import { Segmented } from 'antd'
import { useRef, useState } from 'react'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { CountField } from '../../../components/fields/count-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { TextAreaField } from '../../../components/fields/input-field.tsx'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { listsText } from './lists.text.ts'
import { problemsOf, settingOf, valuesOf, type WatchField, type WatchValues } from './watch-values.ts'

type WatchDrawerProps = {
  title: string
  /** The setting in force; null where channels with different ones are changed. */
  setting: WatchSetting
  /** Whether the setting for all holds; absent for that setting itself. */
  isInherited?: boolean
  isSaving: boolean
  onSave: (setting: WatchSetting | null, onDone: () => void) => void
  onClosed: () => void
}

/** How the model list of an upstream is watched. */
export function WatchDrawer({ title, setting, isInherited, isSaving, onSave, onClosed }: WatchDrawerProps) {
  const t = listsText.use()
  const closing = useRef(() => {})
  const [values, setValues] = useState<WatchValues>(() => valuesOf(setting, isInherited === true))
  const [isEdited, setIsEdited] = useState(false)
  const [wrong, setWrong] = useState<readonly WatchField[]>([])
  const set = (change: Partial<WatchValues>) => {
    setIsEdited(true)
    setValues((now) => ({ ...now, ...change }))
  }
  function submit() {
    const found = problemsOf(values)
    setWrong(found)
    if (found.length > 0 || isSaving) return
    onSave(settingOf(values), () => {
      setIsEdited(false)
      closing.current()
    })
  }
  const modes = isInherited === undefined ? watchModes : (['inherit', ...watchModes] as const)
  const help = { inherit: 'inheritsText', off: 'offHelp', propose: 'proposeHelp', follow: 'followHelp' } as const
  return (
    <FormDrawer
      title={title}
      holdsInput={isEdited}
      onClosed={onClosed}
      onSubmit={submit}
      closing={closing}
      verb={t('save')}
      isSending={isSaving}
    >
      <Field label={t('mode')} help={t(help[values.mode])}>
        {(control) => (
          <Segmented<WatchValues['mode']>
            id={control.id}
            aria-label={t('mode')}
            value={values.mode}
            options={modes.map((value) => ({ value, label: t(value === 'inherit' ? 'inheritsShort' : value) }))}
            onChange={(mode) => set({ mode })}
          />
        )}
      </Field>
      {values.mode !== 'inherit' && values.mode !== 'off' && (
        <>
          <CountField
            label={t('hours')}
            problem={wrong.includes('hours') ? t('hoursProblem') : undefined}
            value={values.hours}
            onChange={(hours) => set({ hours })}
            beside={
              <ChoiceChips
                label={t('hours')}
                choices={[
                  { value: 6, label: t('hours6') },
                  { value: 24, label: t('day') },
                  { value: 168, label: t('week') },
                ]}
                chosen={values.hours}
                onChoose={(hours) => set({ hours })}
              />
            }
          />
          <TextAreaField
            label={t('patterns')}
            optional
            help={t('patternsHelp')}
            problem={wrong.includes('patterns') ? t('patternsProblem') : undefined}
            rows={3}
            spellCheck={false}
            value={values.patterns}
            onChange={(patterns) => set({ patterns })}
          />
        </>
      )}
    </FormDrawer>
  )
}
