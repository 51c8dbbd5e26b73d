import type { NumberBounds } from '@turnpike/contract/bounds'
import { channelBounds, isErrorStatus } from '@turnpike/contract/routing/channel'
import { firstTokenBounds, hedgeMs } from '@turnpike/contract/routing/channel-setting'
import { AutoCompleteField } from '../../../components/fields/choice-field.tsx'
import { JsonField } from '../../../components/fields/json-field.tsx'
import { NumberField } from '../../../components/fields/number-field.tsx'
import { PairField } from '../../../components/fields/pairs/pair-field.tsx'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import textStyles from '../../../components/style/text.module.css'
import { dictionary } from '../../../lib/text/text.ts'
import { editorText } from '../channel-editor.text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { DrawingFields } from './drawing-fields.tsx'
import { fieldsText } from './fields.text.ts'
import { ProxyField } from './proxy-field.tsx'
import { membersOf, withMember } from './setting-member.ts'

const statusTemplate = { 400: '500' }
const settingTemplate = { force_format: true }

export function AdvancedSection({ form }: { form: ChannelForm }) {
  const { values, edit, field } = form
  const t = editorText.use()
  const tField = fieldsText.use()
  const [first] = values.models
  return (
    <FormSection title={t('advanced')} text={t('advancedText')} help={channelHelp.advanced}>
      <FieldPair>
        <AutoCompleteField
          {...field('test_model')}
          optional
          help={first ? tField('testModelHelp', { model: first }) : tField('testModelFirst')}
          className={`${layoutStyles.wide} ${monoFieldStyles.mono}`}
          value={values.test_model}
          options={values.models.map((value) => ({ value }))}
          showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
          placeholder={first}
          allowClear
          onChange={(model: string | undefined) => edit({ test_model: model ?? '' })}
        />
        <NumberField
          {...field('max_input_tokens')}
          optional
          help={tField('inputLimitHelp')}
          value={values.max_input_tokens}
          min={channelBounds.max_input_tokens.min}
          max={channelBounds.max_input_tokens.max}
          precision={0}
          controls={false}
          suffix={<span className={textStyles.quietSmall}>{tField('tokens')}</span>}
          onChange={(limit) => edit({ max_input_tokens: limit })}
        />
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
        <TimeField form={form} name="firstToken" member="first_token_seconds" bounds={firstTokenBounds} />
        <TimeField form={form} name="hedge" member="hedge_after_ms" bounds={hedgeMs} />
      </FieldPair>
      <ProxyField form={form} />
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

const timesText = dictionary({
  firstToken: ['First token deadline', '首 Token 超时'],
  firstTokenHelp: [
    'A stream without a token by then times out and moves to another channel. It is charged once. Per model: first_token_seconds_by_model in the extra settings.',
    '流式响应到时仍没有 Token 即超时，改用其他渠道，只计费一次。单个模型：额外设置中的 first_token_seconds_by_model。',
  ],
  seconds: ['s', '秒'],
  hedge: ['Hedge after', '对冲等待'],
  hedgeHelp: [
    'Also sends a stream to a second channel; the first to begin is used. The provider may bill the cancelled one. Empty: as in the failover settings; 0: never.',
    '流式响应到时仍未开始时，同时发送到第二个渠道，采用先开始的响应。服务商仍可能对被取消的请求收费。留空：按故障转移设置；0：从不。',
  ],
})

type TimeFieldProps = {
  form: ChannelForm
  name: 'firstToken' | 'hedge'
  /** The member of the extra settings below, which show it as well. */
  member: string
  bounds: NumberBounds
}

function TimeField({ form: { values, edit }, name, member, bounds }: TimeFieldProps) {
  const t = timesText.use()
  const members = membersOf(values.setting)
  const time = members?.[member]
  return (
    <NumberField
      label={t(name)}
      optional
      help={t(`${name}Help`)}
      width="number"
      value={typeof time === 'number' ? time : null}
      min={bounds.min}
      max={bounds.max}
      precision={bounds.decimals}
      controls={false}
      disabled={members === undefined}
      suffix={<span className={textStyles.quietSmall}>{name === 'hedge' ? 'ms' : t('seconds')}</span>}
      onChange={(value) => edit({ setting: withMember(values.setting, member, value ?? undefined) })}
    />
  )
}
