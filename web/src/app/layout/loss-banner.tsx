import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@turnpike/contract/quota'
import { useState } from 'react'
import { Link } from 'react-router'
import { Money } from '../../components/figures/money.tsx'
import { Banner } from '../../components/states/banner.tsx'
import { dictionary } from '../../lib/text/text.ts'
import styles from './frame.module.css'
import { lossesQuery } from './message-queries.ts'

const lossText = dictionary({
  sold: ['{count} requests of the last day were sold below cost', '最近一天有 {count} 次请求低于成本'],
  lost: ['lost', '亏损'],
  mostly: ['mostly {model} on {channel}', '主要是渠道 {channel} 的 {model}'],
  show: ['Show profit', '查看利润'],
})

/** Names the sales below cost of the last day. A closed banner returns when the page is loaded again. */
export function LossBanner() {
  const t = lossText.use()
  const [isClosed, setIsClosed] = useState(false)
  const { data } = useQuery(lossesQuery)
  if (!data || data.losses === 0 || isClosed) return null
  const { losses, lost, worst } = data
  return (
    <Banner
      tone="warning"
      onClose={() => setIsClosed(true)}
      actions={
        <Link to="/profit?range=24h" className={styles.bannerAction}>
          {t('show')}
        </Link>
      }
    >
      {t('sold', { count: formatCount(losses) })} · {t('lost')} <Money quota={lost} of="spend" />
      {worst &&
        ` · ${t('mostly', { model: worst.model_name, channel: `#${worst.channel_id} ${worst.channel_name}`.trim() })}`}
    </Banner>
  )
}
