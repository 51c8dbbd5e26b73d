import { useQuery } from '@tanstack/react-query'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { LimitStates } from '../../../components/limits/limit-states.tsx'
import { call } from '../../../lib/api/call.ts'
import styles from '../channel-editor.module.css'
import { channelLimitsText } from './limits-section.text.ts'

const lookEveryMs = 5000

/** How much of the limits that are saved is used. */
export function UsedNow({ id }: { id: number }) {
  const t = channelLimitsText.use()
  const { data: states } = useQuery({
    queryKey: ['limits', 'channel', id],
    queryFn: () => call(limitsApi.ofChannel, { params: { id: String(id) } }),
    refetchInterval: lookEveryMs,
  })
  if (!states || states.length === 0) return null
  return (
    <div>
      <div className={styles.limitsLabel}>{t('used')}</div>
      <LimitStates states={states} showsScope />
    </div>
  )
}
