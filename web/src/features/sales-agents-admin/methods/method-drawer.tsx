import { type PayoutMethod, payoutFieldsMax } from '@turnpike/contract/money/agents/withdrawal'
import { Button, Checkbox } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../../components/buttons/quiet-button.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { changedKeys } from '../../../components/form/changed-keys.ts'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import textStyles from '../../../components/style/text.module.css'
import agentStyles from '../sales-agents.module.css'
import {
  type FieldValues,
  type MethodValues,
  methodOf,
  newField,
  newMethodValues,
  problemsOf,
  valuesOf,
} from './method-values.ts'
import styles from './methods.module.css'
import { methodsText } from './methods.text.ts'
import { useSaveMethods } from './use-methods.ts'

type MethodDrawerProps = {
  /** The method to edit; absent for a new one. */
  method?: PayoutMethod
  onClosed: () => void
}

type Problems = Partial<Record<string, string>>

/** Adds a payout method or edits one, with the fields that agents fill in. */
export function MethodDrawer({ method, onClosed }: MethodDrawerProps) {
  const t = methodsText.use()
  const closing = useRef(() => {})
  const [initial] = useState(() => (method ? valuesOf(method) : newMethodValues()))
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const [isSaved, setIsSaved] = useState(false)
  const saving = useSaveMethods(() => {
    setIsSaved(true)
    toast.success(t('saved', { name: values.name.trim() }))
    closing.current()
  })
  function set(change: Partial<MethodValues>) {
    setValues((now) => ({ ...now, ...change }))
    setProblems({})
  }
  function submit() {
    if (saving.isPending) return
    const found = Object.entries(problemsOf(values))
    setProblems(Object.fromEntries(found.flatMap(([name, problem]) => (problem ? [[name, t(problem)]] : []))))
    if (found.length > 0) return
    const saved = methodOf(method?.id ?? 0, values)
    saving.mutate((all) => (method ? all.map((each) => (each.id === method.id ? saved : each)) : [...all, saved]))
  }
  return (
    <FormDrawer
      title={t(method ? 'editTitle' : 'newTitle')}
      {...(method && { windowTitle: `${t('editTitle')} ${method.name}` })}
      holdsInput={!isSaved && changedKeys(initial, values).length > 0}
      startsTyping={!method}
      onClosed={onClosed}
      onSubmit={submit}
      formClassName={agentStyles.drawer}
      closing={closing}
      verb={t(method ? 'save' : 'addMethod')}
      isSending={saving.isPending}
    >
      <NamingSection values={values} problems={problems} onChange={set} />
      <FieldsSection fields={values.fields} problems={problems} onChange={(fields) => set({ fields })} />
    </FormDrawer>
  )
}

type NamingProps = { values: MethodValues; problems: Problems; onChange: (change: Partial<MethodValues>) => void }

function NamingSection({ values: { name, name_zh, enabled }, problems, onChange }: NamingProps) {
  const t = methodsText.use()
  return (
    <FormSection title={t('naming')} text={t('namingText')}>
      <FieldPair>
        <InputField
          label={t('english')}
          problem={problems.name}
          placeholder={t('englishPlaceholder')}
          value={name}
          onChange={(text) => onChange({ name: text })}
        />
        <InputField
          label={t('chinese')}
          problem={problems.name_zh}
          placeholder={t('chinesePlaceholder')}
          value={name_zh}
          onChange={(text) => onChange({ name_zh: text })}
        />
      </FieldPair>
      <SwitchRow
        label={t('on')}
        text={t('onText')}
        checked={enabled}
        onChange={(isOn) => onChange({ enabled: isOn })}
      />
    </FormSection>
  )
}

type FieldsProps = { fields: FieldValues[]; problems: Problems; onChange: (fields: FieldValues[]) => void }

function FieldsSection({ fields, problems, onChange }: FieldsProps) {
  const t = methodsText.use()
  const isFull = fields.length >= payoutFieldsMax
  return (
    <FormSection title={t('fields')} text={t('fieldsText')}>
      {fields.map((field, index) => (
        <FieldRow
          key={field.key}
          field={field}
          number={index + 1}
          problems={problems}
          onChange={(changed) => onChange(fields.map((each) => (each.key === changed.key ? changed : each)))}
          onRemove={() => onChange(fields.filter(({ key }) => key !== field.key))}
        />
      ))}
      {problems.fields && (
        <p className={textStyles.problemSmall} role="alert">
          {problems.fields}
        </p>
      )}
      <div>
        <Button
          icon={<Plus />}
          disabled={isFull}
          title={isFull ? t('mostFields') : undefined}
          onClick={() => onChange([...fields, newField()])}
        >
          {t('addField')}
        </Button>
      </div>
    </FormSection>
  )
}

type FieldRowProps = {
  field: FieldValues
  number: number
  problems: Problems
  onChange: (field: FieldValues) => void
  onRemove: () => void
}

function FieldRow({ field, number, problems, onChange, onRemove }: FieldRowProps) {
  const t = methodsText.use()
  const { key, label, label_zh, required } = field
  return (
    <fieldset className={styles.field} aria-label={t('fieldNumber', { number })}>
      <FieldPair>
        <InputField
          label={t('english')}
          problem={problems[`label ${key}`]}
          value={label}
          onChange={(text) => onChange({ ...field, label: text })}
        />
        <InputField
          label={t('chinese')}
          problem={problems[`label_zh ${key}`]}
          value={label_zh}
          onChange={(text) => onChange({ ...field, label_zh: text })}
        />
      </FieldPair>
      <div className={styles.foot}>
        <Checkbox checked={required} onChange={({ target }) => onChange({ ...field, required: target.checked })}>
          {t('required')}
        </Checkbox>
        <IconButton label={t('removeField', { number })} icon={<Trash2 />} onClick={onRemove} />
      </div>
    </fieldset>
  )
}
