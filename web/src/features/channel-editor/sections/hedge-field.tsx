import { hedgeMs } from '@turnpike/contract/routing/channel-setting'
import { InputNumber } from 'antd'
import { Field } from '../../../components/fields/field.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { dictionary, useText } from '../../../lib/text/text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { membersOf, withMember } from './setting-member.ts'

const hedgeText = dictionary({
  en: {
    hedge: 'Second channel after',
    hedgeHelp:
      'A stream that has not begun by then is asked of another channel too; the first to begin answers. Its provider may still bill the cancelled request. Empty: as in the failover settings; 0: never.',
  },
  zh: {
    hedge: '询问第二个渠道',
    hedgeHelp:
      '流式响应到时仍未开始时，同时询问另一个渠道，先开始的作答。被取消的请求，其服务商仍可能收费。留空：按故障转移设置；0：从不。',
  },
})

/** A member of the extra settings below, which show it as well. */
export function HedgeField({ form: { values, edit } }: { form: ChannelForm }) {
  const t = useText(hedgeText)
  const members = membersOf(values.setting)
  const after = members?.hedge_after_ms
  return (
    <Field label={t('hedge')} optional help={t('hedgeHelp')} width="number">
      {(control) => (
        <InputNumber
          {...control}
          className={layoutStyles.wide}
          value={typeof after === 'number' ? after : null}
          min={hedgeMs.min}
          max={hedgeMs.max}
          precision={hedgeMs.decimals}
          controls={false}
          disabled={members === undefined}
          suffix={<span className={textStyles.quietSmall}>ms</span>}
          onChange={(value) => edit({ setting: withMember(values.setting, 'hedge_after_ms', value ?? undefined) })}
        />
      )}
    </Field>
  )
}
