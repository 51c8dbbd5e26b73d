import { mjModePaths } from '@turnpike/contract/routing/channel-setting'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { dictionary } from '../../../lib/text/text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { membersOf, withMember } from './setting-member.ts'

const drawingText = dictionary({
  modePath: ['Mode in the address', '地址中的模式'],
  modePathHelp: [
    'How the provider expects the speed mode: fast, relax or turbo.',
    '该服务商如何接收绘图速度：fast、relax 或 turbo。',
  ],
  asSent: ['As sent by the client', '与客户端写法一致'],
  drop: ['No mode: /mj/…', '不带模式：/mj/…'],
  plain: ['Plain: /fast/mj/…', '直接：/fast/mj/…'],
  mj: ['With mj-: /mj-fast/mj/…', '带 mj-：/mj-fast/mj/…'],
  callback: ['Provider reports progress', '服务商主动回报进度'],
  callbackHelp: [
    'The provider notifies this server when a drawing changes. Needs the server address in the settings.',
    '绘图有变化时，服务商会通知本服务器。需要在设置中填写服务器地址。',
  ],
})

/** Extra settings of types that draw. They are members of the JSON below, which shows them as well. */
export function DrawingFields({ form: { values, edit, traits } }: { form: ChannelForm }) {
  const t = drawingText.use()
  if (!traits.draws) return null
  const members = membersOf(values.setting)
  const set = (name: string, value: unknown) => edit({ setting: withMember(values.setting, name, value) })
  const path = mjModePaths.find((each) => each === members?.mj_mode_path)
  return (
    <>
      <SelectField
        label={t('modePath')}
        optional
        help={t('modePathHelp')}
        value={path}
        placeholder={t('asSent')}
        allowClear
        disabled={members === undefined}
        options={mjModePaths.map((value) => ({ value, label: t(value) }))}
        onChange={(value: string | undefined) => set('mj_mode_path', value)}
      />
      <SwitchRow
        label={t('callback')}
        text={t('callbackHelp')}
        checked={members?.mj_callback === true}
        disabled={members === undefined}
        onChange={(isOn) => set('mj_callback', isOn || undefined)}
      />
    </>
  )
}
