import type { Channel } from '@turnpike/contract/routing/channel'
import { Popover } from 'antd'
import { ModelLink } from '../../../components/model-link/model-link.tsx'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'
import { listOf } from './channel-rows.ts'

/** How many models a channel serves; a press lists them, each with its page. */
export function ModelCount({ channel }: { channel: Channel }) {
  const t = channelsText.use()
  const models = listOf(channel.models)
  const list = (
    <ul className={styles.modelList}>
      {models.map((model) => (
        <li key={model}>
          <ModelLink name={model} />
        </li>
      ))}
    </ul>
  )
  return (
    <Popover content={list} trigger="click" placement="bottomLeft">
      <button type="button" className={styles.models}>
        {t('modelCount', { count: models.length })}
      </button>
    </Popover>
  )
}
