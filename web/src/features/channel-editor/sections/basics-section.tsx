import { channelBounds } from '@turnpike/contract/routing/channel'
import { Select } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { AutoCompleteField, SelectField } from '../../../components/fields/choice-field.tsx'
import { type Control, Field } from '../../../components/fields/field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { ChannelTypeName, useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { useStatus } from '../../../lib/api/status.ts'
import styles from '../channel-editor.module.css'
import { editorText } from '../channel-editor.text.ts'
import { batchNames } from '../draft.ts'
import { splitNames } from '../models/split-names.ts'
import { useCapabilities, useGroups, useTags } from '../use-channel.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { fieldsText } from './fields.text.ts'
import { RetiredNotice } from './retired-notice.tsx'
import { hasShutDown, mayChoose, offeredTypes, traitsOf } from './type-traits.ts'

const asOption = (value: string) => ({ value, label: value })

export function BasicsSection({ form }: { form: ChannelForm }) {
  const t = editorText.use()
  const tField = fieldsText.use()
  const groups = useGroups()
  const [choosesTag, setChoosesTag] = useState(false)
  const tags = useTags({ enabled: choosesTag })
  const { values, edit, field, stored, traits } = form
  const isRetired = hasShutDown(values)
  const wasRetired = stored !== undefined && hasShutDown(stored)

  const capabilities = useCapabilities(values.type).map((name) => tField(`can_${name}`))
  const abilities = capabilities.length > 0 && tField('can', { names: capabilities })
  const names = batchNames(values)
  const retiredHelp = traits.retired === 'type' ? tField('typeUncallable') : !wasRetired && tField('typeRetired')

  function setType(type: number) {
    // A key document is not valid for other types, and a plain key is not valid for this one.
    const isOtherKind = traitsOf(type).keyIsDocument !== traits.keyIsDocument
    edit(isOtherKind ? { type, key: '' } : { type })
  }

  return (
    <FormSection title={t('basics')} text={t('basicsText')} help={channelHelp.basics}>
      {isRetired && wasRetired && traits.retired === 'address' && <RetiredNotice stored={stored} />}
      <FieldPair>
        <Field {...field('type')} help={isRetired ? retiredHelp : abilities}>
          {(control) => <TypeSelect control={control} value={values.type} stored={stored?.type} onChange={setType} />}
        </Field>
        <InputField
          {...field('name')}
          help={names.length > 0 && tField('batchNames', { names })}
          value={values.name}
          maxLength={channelBounds.name.charactersMax}
          onChange={(text) => edit({ name: text })}
        />
      </FieldPair>
      <FieldPair>
        <SelectField
          {...field('group')}
          mode="tags"
          value={values.groups}
          options={(groups.data ?? []).map(asOption)}
          loading={groups.isPending}
          placeholder={tField('chooseGroups')}
          tokenSeparators={[',', '，']}
          onChange={(chosen: string[]) => edit({ groups: splitNames(chosen.join(',')) })}
        />
        <AutoCompleteField
          {...field('tag')}
          optional
          value={values.tag}
          options={(tags.data ?? []).map(asOption)}
          showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
          placeholder={tField('chooseTag')}
          onFocus={() => setChoosesTag(true)}
          suffixIcon={<ChevronDown className={styles.chevron} />}
          allowClear
          onChange={(tag: string | undefined) => edit({ tag: tag ?? '' })}
        />
      </FieldPair>
    </FormSection>
  )
}

type TypeSelectProps = { control: Control; value: number; stored: number | undefined; onChange: (type: number) => void }

/** Every channel type by monogram and name; the search finds a name or a number. */
function TypeSelect({ control, value, stored, onChange }: TypeSelectProps) {
  const t = fieldsText.use()
  const nameOf = useChannelTypeName()
  const callable = useStatus()?.callable_channel_types
  const options = offeredTypes(stored ?? value).map((type) => {
    const isCallable = mayChoose(type, undefined, callable)
    return {
      value: type,
      words: `${nameOf(type)} ${type}`.toLowerCase(),
      disabled: !mayChoose(type, stored, callable),
      label: isCallable ? (
        <ChannelTypeName type={type} />
      ) : (
        <span className={`${layoutStyles.row} ${styles.notAvailable}`}>
          <ChannelTypeName type={type} />
          <small>{t('notAvailable')}</small>
        </span>
      ),
    }
  })
  return (
    <Select
      {...control}
      className={`${layoutStyles.wide} ${styles.type}`}
      value={value}
      options={options}
      onChange={onChange}
      listHeight={320}
      showSearch={{ filterOption: (typed, option) => option?.words.includes(typed.trim().toLowerCase()) ?? false }}
    />
  )
}
