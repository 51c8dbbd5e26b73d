import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import {
  type FallbackKind,
  fallbackKinds,
  type MemberChoice,
  type VirtualModel,
  virtualModes,
} from '@turnpike/contract/routing/virtual-models'
import { Checkbox, Segmented } from 'antd'
import { useRef } from 'react'
import { ChipsSelect } from '../../components/fields/chips-select.tsx'
import { Field } from '../../components/fields/field.tsx'
import { InputField } from '../../components/fields/input-field.tsx'
import { SwitchRow } from '../../components/fields/switch-row.tsx'
import { FormDrawer } from '../../components/overlay/form-drawer.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { Callout } from '../../components/states/callout.tsx'
import { call } from '../../lib/api/call.ts'
import { MemberFields } from './member-fields.tsx'
import { useVirtualForm } from './use-virtual-form.ts'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'
import { namedMembers } from './virtual-values.ts'
import { hidesReal } from './warnings.ts'

type VirtualModelDrawerProps = {
  /** The one to edit; absent for a new one. */
  virtual?: VirtualModel
  choices: readonly MemberChoice[] | undefined
  onClosed: () => void
}

/** Creates a virtual model or edits one. */
export function VirtualModelDrawer({ virtual, choices, onClosed }: VirtualModelDrawerProps) {
  const t = virtualModelsText.use()
  const closing = useRef(() => {})
  const form = useVirtualForm(virtual, (name) => {
    toast.success(t('saved', { name }))
    closing.current()
  })
  const groups = useQuery({ queryKey: ['groups'], queryFn: () => call(catalogueApi.groups) })
  const { values, problems, set } = form
  const named = namedMembers(values).map(({ model }) => ({ model: model.trim() }))

  return (
    <FormDrawer
      title={t(virtual ? 'editTitle' : 'createTitle')}
      {...(virtual && { windowTitle: `${t('editTitle')} ${virtual.name}` })}
      holdsInput={form.isChanged}
      startsTyping={!virtual}
      onClosed={onClosed}
      onSubmit={form.submit}
      closing={closing}
      verb={t(virtual ? 'save' : 'create')}
      isSending={form.isSending}
    >
      <InputField
        label={t('name')}
        help={t('nameHelp')}
        problem={problems.name}
        spellCheck={false}
        placeholder="our-best"
        value={values.name}
        onChange={(name) => set({ name })}
      />
      {hidesReal(values.name.trim(), named, choices) && <Callout tone="warning" title={t('isReal')} />}
      <Field label={t('mode')} help={t(values.mode === 'order' ? 'modeHelpOrder' : 'modeHelpWeight')}>
        {({ id: controlId }) => (
          <Segmented
            id={controlId}
            aria-label={t('mode')}
            options={virtualModes.map((mode) => ({ value: mode, label: t(mode) }))}
            value={values.mode}
            onChange={(mode) => set({ mode })}
          />
        )}
      </Field>
      <MemberFields values={values} problems={problems} choices={choices} onChange={(members) => set({ members })} />
      <FallbackFields chosen={values.fallback_on} onChange={(fallback_on) => set({ fallback_on })} />
      <Field label={t('groups')} optional help={t('groupsHelp')}>
        {(control) => (
          <ChipsSelect
            {...control}
            values={values.groups}
            loading={groups.isPending}
            placeholder={t('allGroups')}
            options={(groups.data ?? []).map((group) => ({ value: group, label: group }))}
            onChange={(chosen) => set({ groups: chosen })}
          />
        )}
      </Field>
      <InputField
        label={t('description')}
        optional
        help={t('descriptionHelp')}
        problem={problems.description}
        value={values.description}
        onChange={(description) => set({ description })}
      />
      <SwitchRow
        label={t('enabled')}
        text={t('switchText')}
        checked={values.is_enabled}
        onChange={(is_enabled) => set({ is_enabled })}
      />
    </FormDrawer>
  )
}

type FallbackFieldsProps = { chosen: readonly FallbackKind[]; onChange: (chosen: FallbackKind[]) => void }

/** After which failures the next model is tried. */
function FallbackFields({ chosen, onChange }: FallbackFieldsProps) {
  const t = virtualModelsText.use()
  const toggle = (kind: FallbackKind, isOn: boolean) =>
    onChange(isOn ? [...chosen, kind] : chosen.filter((each) => each !== kind))
  return (
    <fieldset className={styles.fallbacks}>
      <legend className={styles.legend}>{t('fallback')}</legend>
      <p className={styles.help}>{t('fallbackHelp')}</p>
      {fallbackKinds.map((kind) => (
        <Checkbox
          key={kind}
          className={styles.fallback}
          checked={chosen.includes(kind)}
          onChange={(event) => toggle(kind, event.target.checked)}
        >
          {t(kind)}
          <span className={styles.kindHelp}>{t(`${kind}Help`)}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
