import { Button } from 'antd'
import { Download } from 'lucide-react'
import { ChipsSelect } from '../../../components/fields/chips-select.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { PairField } from '../../../components/fields/pairs/pair-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import { UnpricedCallout } from '../../../components/unpriced/unpriced-callout.tsx'
import { useText } from '../../../lib/text/text.ts'
import styles from '../channel-editor.module.css'
import { editorText } from '../channel-editor.text.ts'
import { fieldsText } from '../sections/fields.text.ts'
import { useCapabilities } from '../use-channel.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { CustomModels } from './custom-models.tsx'
import { FetchedModelsDrawer } from './fetched-models-drawer.tsx'
import { modelsText } from './models.text.ts'
import { useFetchModels } from './use-fetch-models.ts'
import { useModelChoice } from './use-model-choice.ts'

const mappingTemplate = { 'gpt-4o': 'gpt-4o-2024-11-20' }

export function ModelsSection({ form }: { form: ChannelForm }) {
  const t = useText(editorText)
  const tField = useText(fieldsText)
  const tModels = useText(modelsText)
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
            <Button
              type="text"
              size="small"
              icon={<Download />}
              loading={upstream.isFetching}
              disabled={!isListed}
              title={isListed ? undefined : tModels('noList')}
              onClick={upstream.fetchModels}
            >
              {tModels('fetch')}
            </Button>
            <Button
              type="text"
              size="small"
              disabled={choice.usual.length === 0}
              title={choice.usual.length === 0 ? tModels('noUsual') : undefined}
              onClick={() => add(choice.usual)}
            >
              {tModels('fillUsual')}
            </Button>
            <Button type="text" size="small" disabled={choice.all.length === 0} onClick={() => add(choice.all)}>
              {tModels('fillAll')}
            </Button>
            <Button type="text" size="small" disabled={values.models.length === 0} onClick={() => take([])}>
              {tModels('clear')}
            </Button>
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
          note={upstream.isFromStored && <p className={styles.note}>{tModels('storedAddress')}</p>}
          onTake={take}
          onClosed={upstream.close}
        />
      )}
    </FormSection>
  )
}
