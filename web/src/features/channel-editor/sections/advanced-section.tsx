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
        <FirstTokenField form={form} />
        <HedgeField form={form} />
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

const firstTokenText = dictionary({
  firstToken: ['First token deadline', '首字超时'],
  firstTokenHelp: [
    'A stream that has not begun by then is given up, and another channel takes over. It is charged once. For single models, use first_token_seconds_by_model in the extra settings.',
    '流式响应超过此时间仍未开始时，放弃并改用其他渠道，只计费一次。单个模型可在额外设置中用 first_token_seconds_by_model 指定。',
  ],
  seconds: ['s', '秒'],
})

/** A member of the extra settings below, which show it as well. */
function FirstTokenField({ form: { values, edit } }: { form: ChannelForm }) {
  const t = firstTokenText.use()
  const members = membersOf(values.setting)
  const seconds = members?.first_token_seconds
  return (
    <NumberField
      label={t('firstToken')}
      optional
      help={t('firstTokenHelp')}
      width="number"
      value={typeof seconds === 'number' ? seconds : null}
      min={firstTokenBounds.min}
      max={firstTokenBounds.max}
      precision={firstTokenBounds.decimals}
      controls={false}
      disabled={members === undefined}
      suffix={<span className={textStyles.quietSmall}>{t('seconds')}</span>}
      onChange={(value) => edit({ setting: withMember(values.setting, 'first_token_seconds', value ?? undefined) })}
    />
  )
}

const hedgeText = dictionary({
  hedge: ['Second channel after', '向第二个渠道发送请求'],
  hedgeHelp: [
    'A request whose stream has not begun by then is also sent to another channel. The first stream to begin is used, and the other request is cancelled. The provider may still bill the cancelled request. Empty: as in the failover settings; 0: never.',
    '流式响应到时仍未开始时，同时向另一个渠道发送请求，采用先开始的响应，另一个请求被取消。被取消的请求，其服务商仍可能收费。留空：按故障转移设置；0：从不。',
  ],
})

/** A member of the extra settings below, which show it as well. */
function HedgeField({ form: { values, edit } }: { form: ChannelForm }) {
  const t = hedgeText.use()
  const members = membersOf(values.setting)
  const after = members?.hedge_after_ms
  return (
    <NumberField
      label={t('hedge')}
      optional
      help={t('hedgeHelp')}
      width="number"
      value={typeof after === 'number' ? after : null}
      min={hedgeMs.min}
      max={hedgeMs.max}
      precision={hedgeMs.decimals}
      controls={false}
      disabled={members === undefined}
      suffix={<span className={textStyles.quietSmall}>ms</span>}
      onChange={(value) => edit({ setting: withMember(values.setting, 'hedge_after_ms', value ?? undefined) })}
    />
  )
}
