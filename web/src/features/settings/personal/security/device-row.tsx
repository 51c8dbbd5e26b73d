import type { OwnSession } from '@turnpike/contract/identity/self'
import { Button } from 'antd'
import { RelativeTime } from '../../../../components/figures/relative-time.tsx'
import { Row } from '../../../../components/row-list/row-list.tsx'
import { StatusTag } from '../../../../components/tags/status-tag.tsx'
import { readUserAgent } from '../../../../lib/browser/read-user-agent.ts'
import { useText } from '../../../../lib/text/text.ts'
import { securityText } from './security.text.ts'

type DeviceRowProps = { session: OwnSession; isEnding: boolean; onEnd: () => void }

export function DeviceRow({ session, isEnding, onEnd }: DeviceRowProps) {
  const t = useText(securityText)
  const { current, address, seen_at, user_agent } = session
  const { browser, system } = readUserAgent(user_agent)
  const name = browser && system ? t('deviceOn', { browser, system }) : (browser ?? system ?? t('unknownDevice'))
  return (
    <Row
      title={
        <>
          <span title={user_agent}>{name}</span>
          {current && <StatusTag kind="on">{t('thisDevice')}</StatusTag>}
        </>
      }
      detail={
        <>
          {address} · {t('seen')} <RelativeTime seconds={seen_at} />
        </>
      }
      actions={
        !current && (
          <Button size="small" loading={isEnding} onClick={onEnd}>
            {t('endDevice')}
          </Button>
        )
      }
    />
  )
}
