import type { Channel } from '@turnpike/contract/routing/channel'
import { isObject, parseJson } from '../../../components/fields/json-problem.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from './channel-list.module.css'

const proxyTagText = dictionary({ proxy: ['Proxy', '代理'], through: ['Proxy: {name}', '代理：{name}'] })

/** The name or the address of a channel's proxy; a password is hidden in it already. */
function proxyOf({ setting }: Pick<Channel, 'setting'>): string {
  if (!setting.includes('"proxy"')) return ''
  const parsed = parseJson(setting)
  const proxy = 'value' in parsed && isObject(parsed.value) ? parsed.value.proxy : undefined
  return typeof proxy === 'string' ? proxy.trim() : ''
}

/** Nothing for a channel without a proxy of its own. */
export function ProxyTag({ channel }: { channel: Channel }) {
  const t = proxyTagText.use()
  const name = proxyOf(channel)
  if (name === '') return null
  return (
    <span className={styles.proxy} title={t('through', { name })}>
      {t('proxy')}
    </span>
  )
}
