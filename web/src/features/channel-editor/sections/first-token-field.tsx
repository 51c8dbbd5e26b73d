import { firstTokenBounds } from '@turnpike/contract/routing/channel-setting'
import { InputNumber } from 'antd'
import { Field } from '../../../components/fields/field.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { dictionary, useText } from '../../../lib/text/text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { membersOf, withMember } from './setting-member.ts'

const firstTokenText = dictionary({
  en: {
    firstToken: 'First token deadline',
    firstTokenHelp:
      'A stream that has not begun by then is given up, and another channel takes over. It is charged once. For single models, use first_token_seconds_by_model in the extra settings.',
    seconds: 's',
  },
  zh: {
    firstToken: '首字超时',
    firstTokenHelp:
      '流式响应超过此时间仍未开始时，放弃并改用其他渠道，只计费一次。单个模型可在额外设置中用 first_token_seconds_by_model 指定。',
    seconds: '秒',
  },
})

/** A member of the extra settings below, which show it as well. */
export function FirstTokenField({ form: { values, edit } }: { form: ChannelForm }) {
  const t = useText(firstTokenText)
  const members = membersOf(values.setting)
  const seconds = members?.first_token_seconds
  return (
    <Field label={t('firstToken')} optional help={t('firstTokenHelp')} width="number">
      {(control) => (
        <InputNumber
          {...control}
          className={layoutStyles.wide}
          value={typeof seconds === 'number' ? seconds : null}
          min={firstTokenBounds.min}
          max={firstTokenBounds.max}
          precision={firstTokenBounds.decimals}
          controls={false}
          disabled={members === undefined}
          suffix={<span className={textStyles.quietSmall}>{t('seconds')}</span>}
          onChange={(value) => edit({ setting: withMember(values.setting, 'first_token_seconds', value ?? undefined) })}
        />
      )}
    </Field>
  )
}
