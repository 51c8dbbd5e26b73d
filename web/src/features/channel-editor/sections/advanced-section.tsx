import { channelBounds, isErrorStatus } from '@turnpike/contract/routing/channel'
import { AutoComplete, InputNumber } from 'antd'
import { Field } from '../../../components/fields/field.tsx'
import { JsonField } from '../../../components/fields/json-field.tsx'
import { PairField } from '../../../components/fields/pairs/pair-field.tsx'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useText } from '../../../lib/text/text.ts'
import styles from '../channel-editor.module.css'
import { editorText } from '../channel-editor.text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { DrawingFields } from './drawing-fields.tsx'
import { fieldsText } from './fields.text.ts'
import { FirstTokenField } from './first-token-field.tsx'
import { HedgeField } from './hedge-field.tsx'

const statusTemplate = { 400: '500' }
const settingTemplate = { force_format: true, system_prompt: '' }

export function AdvancedSection({ form }: { form: ChannelForm }) {
  const { values, edit, field } = form
  const t = useText(editorText)
  const tField = useText(fieldsText)
  const [first] = values.models
  return (
    <FormSection title={t('advanced')} text={t('advancedText')} help={channelHelp.advanced}>
      <FieldPair>
        <Field
          {...field('test_model')}
          optional
          help={first ? tField('testModelHelp', { model: first }) : tField('testModelFirst')}
        >
          {(control) => (
            <AutoComplete
              {...control}
              className={`${layoutStyles.wide} ${styles.mono}`}
              value={values.test_model}
              options={values.models.map((value) => ({ value }))}
              showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
              placeholder={first}
              allowClear
              onChange={(model: string | undefined) => edit({ test_model: model ?? '' })}
            />
          )}
        </Field>
        <Field {...field('max_input_tokens')} optional help={tField('inputLimitHelp')}>
          {(control) => (
            <InputNumber
              {...control}
              className={layoutStyles.wide}
              value={values.max_input_tokens}
              min={channelBounds.max_input_tokens.min}
              max={channelBounds.max_input_tokens.max}
              precision={0}
              controls={false}
              suffix={<span className={textStyles.quietSmall}>{tField('tokens')}</span>}
              onChange={(limit) => edit({ max_input_tokens: limit })}
            />
          )}
        </Field>
      </FieldPair>
      <PairField
        {...field('status_code_mapping')}
        optional
        shape="texts"
        columns={{ name: tField('statusFrom'), value: tField('statusTo') }}
        add={tField('addMapping')}
        help={tField('statusHelp')}
        value={values.status_code_mapping}
        template={statusTemplate}
        emptyText=""
        wrongCell={({ name, value }) => {
          if (!isErrorStatus(name.trim())) return 'name'
          return isErrorStatus(value.trim()) ? undefined : 'value'
        }}
        onChange={(status_code_mapping) => edit({ status_code_mapping })}
      />
      <FieldPair>
        <FirstTokenField form={form} />
        <HedgeField form={form} />
      </FieldPair>
      <DrawingFields form={form} />
      <JsonField
        {...field('setting')}
        optional
        help={tField('settingHelp')}
        value={values.setting}
        template={settingTemplate}
        rows={4}
        onChange={(setting) => edit({ setting })}
      />
    </FormSection>
  )
}
