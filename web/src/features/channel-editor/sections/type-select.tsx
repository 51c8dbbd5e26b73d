import { Select } from 'antd'
import type { Control } from '../../../components/fields/field.tsx'
import { ChannelTypeName, useChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import styles from '../channel-editor.module.css'
import { offeredTypes } from './type-traits.ts'

type TypeSelectProps = { control: Control; value: number; stored: number | undefined; onChange: (type: number) => void }

/** Every upstream by monogram and name; typing finds a name or a number. */
export function TypeSelect({ control, value, stored, onChange }: TypeSelectProps) {
  const nameOf = useChannelTypeName()
  const options = offeredTypes(stored ?? value).map((type) => ({
    value: type,
    words: `${nameOf(type)} ${type}`.toLowerCase(),
    label: <ChannelTypeName type={type} />,
  }))
  return (
    <Select
      {...control}
      className={`${styles.wide} ${styles.type}`}
      value={value}
      options={options}
      onChange={onChange}
      listHeight={320}
      showSearch={{ filterOption: (typed, option) => option?.words.includes(typed.trim().toLowerCase()) ?? false }}
    />
  )
}
