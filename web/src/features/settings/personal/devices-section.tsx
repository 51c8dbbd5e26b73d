import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OwnSession, selfApi } from '@turnpike/contract/identity/self'
import { Button } from 'antd'
import { useState } from 'react'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { Row, RowList } from '../../../components/row-list/row-list.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { call } from '../../../lib/api/call.ts'
import { readUserAgent } from '../../../lib/browser/read-user-agent.ts'
import { securityText } from './security.text.ts'

export function DevicesSection() {
  const t = securityText.use()
  const sessions = useQuery({ queryKey: ['own sessions'], queryFn: () => call(selfApi.sessions) })
  return (
    <FormSection title={t('devices')} text={t('devicesText')}>
      <SectionState query={sessions} lines={1}>
        {(rows) => <Devices sessions={rows} />}
      </SectionState>
    </FormSection>
  )
}

function Devices({ sessions }: { sessions: readonly OwnSession[] }) {
  const t = securityText.use()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: ['own sessions'] })

  const endOne = useMutation({
    mutationFn: (id: string) => call(selfApi.endSession, { params: { id } }),
    onSuccess: () => toast.success(t('deviceEnded')),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => call(selfApi.endOtherSessions),
    onSuccess: () => toast.success(t('othersEnded')),
    onSettled: () => {
      setIsAsking(false)
      return refresh()
    },
  })

  // This browser first.
  const ordered = sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <>
      <RowList>
        {ordered.map((session) => (
          <DeviceRow
            key={session.id}
            session={session}
            isEnding={endOne.isPending && endOne.variables === session.id}
            onEnd={() => endOne.mutate(session.id)}
          />
        ))}
      </RowList>
      {sessions.some(({ current }) => !current) && (
        <div>
          <Button onClick={() => setIsAsking(true)}>{t('endOthers')}</Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('endOthersTitle')}
          text={t('endOthersText')}
          verb={t('endOthers')}
          busy={endOthers.isPending}
          onConfirm={() => endOthers.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

type DeviceRowProps = { session: OwnSession; isEnding: boolean; onEnd: () => void }

function DeviceRow({ session, isEnding, onEnd }: DeviceRowProps) {
  const t = securityText.use()
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
