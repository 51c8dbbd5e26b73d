import { channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import { Monogram } from './monogram.tsx'
import styles from './tags.module.css'

const typeText = dictionary({
  custom: ['Custom', '自定义渠道'],
  advancedCustom: ['Advanced custom', '高级自定义渠道'],
  unknown: ['Type {type}', '类型 {type}'],
})

/** The name of a channel type; a number of a newer version is shown as a number. */
export function useChannelTypeName(): (type: number) => string {
  const t = typeText.use()
  return (type) => {
    if (!isChannelType(type)) return t('unknown', { type })
    if (type === 8) return t('custom')
    return type === 58 ? t('advancedCustom') : channelTypes[type].label
  }
}

/** The tile of a channel type. */
export const TypeMonogram = ({ type }: { type: number }) => (
  <Monogram letters={isChannelType(type) ? channelTypes[type].monogram : '?'} />
)

/** Tile and name of a channel type. */
export function ChannelTypeName({ type }: { type: number }) {
  const name = useChannelTypeName()(type)
  return (
    <span className={styles.type} title={name}>
      <TypeMonogram type={type} />
      <span className={textStyles.ellipsis}>{name}</span>
    </span>
  )
}
