import { mjModePaths } from '@turnpike/contract/routing/channel-setting'
import { Select } from 'antd'
import { Field } from '../../../components/fields/field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useText } from '../../../lib/text/text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { drawingText } from './drawing-fields.text.ts'
import { membersOf, withMember } from './setting-member.ts'

/** Extra settings of types that draw. They are members of the JSON below, which shows them as well. */
export function DrawingFields({ form: { values, edit, traits } }: { form: ChannelForm }) {
  const t = useText(drawingText)
  if (!traits.draws) return null
  const members = membersOf(values.setting)
  const set = (name: string, value: unknown) => edit({ setting: withMember(values.setting, name, value) })
  const path = mjModePaths.find((each) => each === members?.mj_mode_path)
  return (
    <>
      <Field label={t('modePath')} optional help={t('modePathHelp')}>
        {(control) => (
          <Select
            {...control}
            className={layoutStyles.wide}
            value={path}
            placeholder={t('asAsked')}
            allowClear
            disabled={members === undefined}
            options={mjModePaths.map((value) => ({ value, label: t(value) }))}
            onChange={(value: string | undefined) => set('mj_mode_path', value)}
          />
        )}
      </Field>
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
