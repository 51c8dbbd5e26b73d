import { taskNamesByType } from '@turnpike/contract/routing/task-names'
import { Button, Input } from 'antd'
import { Download } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { ChipsSelect } from '../../../components/fields/chips-select.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { PairField } from '../../../components/fields/pairs/pair-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import toneStyles from '../../../components/style/tone.module.css'
import { useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { UnpricedCallout } from '../../../components/unpriced/unpriced-callout.tsx'
import { useUnpriced } from '../../../lib/models/use-unpriced.ts'
import styles from '../channel-editor.module.css'
import { editorText } from '../channel-editor.text.ts'
import { fieldsText } from '../sections/fields.text.ts'
import { useCapabilities, useKnownModels, useModelsByType } from '../use-channel.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { FetchedModelsDrawer } from './fetched-models-drawer.tsx'
import { modelsText } from './models.text.ts'
import { splitNames } from './split-names.ts'
import { useFetchModels } from './use-fetch-models.ts'

const mappingTemplate = { 'gpt-4o': 'gpt-4o-2024-11-20' }

export function ModelsSection({ form }: { form: ChannelForm }) {
  const t = editorText.use()
  const tField = fieldsText.use()
  const tModels = modelsText.use()
  const { values, edit, field } = form
  const choice = useModelChoice(values.type, values.models)
  const upstream = useFetchModels(form)
  const abilities = useCapabilities(values.type)
  const isListed = abilities.length === 0 || abilities.includes('models')
  const take = (models: string[]) => edit({ models })
  const add = (names: string[]) => take([...new Set([...values.models, ...names])])

  return (
    <FormSection title={t('modelsSection')} text={t('modelsText')} help={channelHelp.models}>
      <Field
        {...field('models')}
        count={values.models.length}
        extra={
          <>
            <QuietButton
              icon={<Download />}
              loading={upstream.isFetching}
              disabled={!isListed}
              title={isListed ? undefined : tModels('noList')}
              onClick={upstream.fetchModels}
            >
              {tModels('fetch')}
            </QuietButton>
            <QuietButton
              disabled={choice.usual.length === 0}
              title={choice.usual.length === 0 ? tModels('noUsual') : undefined}
              onClick={() => add(choice.usual)}
            >
              {tModels('fillUsual')}
            </QuietButton>
            <QuietButton disabled={choice.all.length === 0} onClick={() => add(choice.all)}>
              {tModels('fillAll')}
            </QuietButton>
            <QuietButton disabled={values.models.length === 0} onClick={() => take([])}>
              {tModels('clear')}
            </QuietButton>
          </>
        }
      >
        {(control) => (
          <ChipsSelect
            {...control}
            values={values.models}
            options={choice.options}
            loading={choice.isPending}
            placeholder={tModels('choose')}
            onChange={take}
          />
        )}
      </Field>
      <UnpricedCallout models={values.models.filter((model) => choice.unpriced.has(model))} />
      <CustomModels models={values.models} onAdd={add} />
      <PairField
        {...field('model_mapping')}
        optional
        shape="texts"
        columns={{ name: tField('mappingFrom'), value: tField('mappingTo') }}
        add={tField('addMapping')}
        help={tField('mappingHelp')}
        value={values.model_mapping}
        template={mappingTemplate}
        emptyText=""
        onChange={(model_mapping) => edit({ model_mapping })}
      />
      {upstream.offered && (
        <FetchedModelsDrawer
          offered={upstream.offered}
          models={values.models}
          note={
            upstream.isFromStored && (
              <p className={`${toneStyles.warningTint} ${styles.note}`}>{tModels('storedAddress')}</p>
            )
          }
          onTake={take}
          onClosed={upstream.close}
        />
      )}
    </FormSection>
  )
}

/**
 * The models to choose from: the usual ones of the type first, then all other known ones. A model without a price is never
 * suggested, because calls of it are refused; it can be chosen by name, and the list says what it lacks.
 */
function useModelChoice(type: number, chosen: readonly string[]) {
  const t = modelsText.use()
  const nameOf = useChannelTypeName()
  const byType = useModelsByType()
  const known = useKnownModels()
  const listed = useMemo(
    () => [...new Set([...(byType.data?.[type] ?? taskNamesByType[type] ?? [])])],
    [byType.data, type],
  )
  const names = useMemo(() => [...new Set((known.data ?? []).map(({ id }) => id))], [known.data])
  // Of known models the catalogue says whether they have a price.
  const unpricedOthers = useUnpriced(chosen.filter((name) => !names.includes(name)))
  const unpriced = new Set([
    ...(known.data ?? []).filter(({ is_priced }) => !is_priced).map(({ id }) => id),
    ...unpricedOthers,
  ])
  const isPriced = (model: string) => !unpriced.has(model)
  const usual = listed.filter(isPriced)
  const all = names.filter(isPriced)

  const groups = [
    { label: t('usual', { type: nameOf(type) }), names: usual },
    { label: t('all'), names: all.filter((name) => !usual.includes(name)) },
    { label: t('unpriced'), names: names.filter((name) => unpriced.has(name)) },
  ]
  return {
    usual,
    all,
    unpriced,
    isPending: byType.isPending || known.isPending,
    options: groups
      .filter(({ names }) => names.length > 0)
      .map(({ label, names }) => ({ label, options: names.map((value) => ({ value, label: value })) })),
  }
}

type CustomModelsProps = { models: string[]; onAdd: (names: string[]) => void }

/** Adds model names that no list has. Names that the channel has already stay in the field with a problem. */
function CustomModels({ models, onAdd }: CustomModelsProps) {
  const t = modelsText.use()
  const [typed, setTyped] = useState('')
  const [existing, setExisting] = useState('')

  function add() {
    const names = splitNames(typed)
    const known = names.filter((name) => models.includes(name)).join(', ')
    onAdd(names)
    setExisting(known)
    setTyped(known)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault() // adds a name instead of saving the channel
    add()
  }

  return (
    <Field label={t('custom')} optional problem={existing ? t('exist', { names: existing }) : undefined}>
      {(control) => (
        <div className={layoutStyles.buttons}>
          <Input
            {...control}
            className={monoFieldStyles.mono}
            value={typed}
            placeholder={t('customPlaceholder')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value)
              setExisting('')
            }}
            onKeyDown={onKeyDown}
          />
          <Button disabled={splitNames(typed).length === 0} onClick={add}>
            {t('addCustom')}
          </Button>
        </div>
      )}
    </Field>
  )
}
