import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DataOf, InputOf } from '@turnpike/contract/endpoint'
import { channelApi } from '@turnpike/contract/routing/channel'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { routingText } from './routing.text.ts'
import styles from './routing-card.module.css'

const asOption = (value: string) => ({ value, label: value })

/** How the channels would share the calls of one model in one group if the form were saved now. */
export function SharePreview({ form: { values, fields, stored } }: { form: ChannelForm }) {
  const t = routingText.use()
  const [chosen, setChosen] = useState({ model: '', group: '' })
  // The chosen model or group may have been removed from the form since.
  const model = values.models.includes(chosen.model) ? chosen.model : (values.models[0] ?? '')
  const group = values.groups.includes(chosen.group) ? chosen.group : (values.groups[0] ?? '')
  const shares = useShare({ id: stored?.id, model, group, priority: fields.priority ?? 0, weight: fields.weight ?? 0 })
  const isChoosable = model !== '' && group !== ''
  return (
    <div className={styles.part}>
      <h3 className={styles.label}>{t('share')}</h3>
      {isChoosable && (
        <div className={styles.choice}>
          <Select
            size="small"
            aria-label={t('model')}
            title={model}
            showSearch
            popupMatchSelectWidth={false}
            value={model}
            options={values.models.map(asOption)}
            onChange={(next) => setChosen({ model: next, group })}
          />
          <Select
            size="small"
            aria-label={t('group')}
            title={group}
            popupMatchSelectWidth={false}
            value={group}
            options={values.groups.map(asOption)}
            onChange={(next) => setChosen({ model, group: next })}
          />
        </div>
      )}
      {!isChoosable && <p className={textStyles.hintBelow}>{t('choose')}</p>}
      {isChoosable && shares.isError && <p className={textStyles.hintBelow}>{shares.error.message}</p>}
      {isChoosable && shares.data && <ShareList shares={shares.data} own={stored?.id ?? 0} />}
    </div>
  )
}

function ShareList({ shares, own }: { shares: Share[]; own: number }) {
  const t = routingText.use()
  const largestFirst = shares.toSorted((one, other) => other.percent - one.percent)
  return (
    <>
      <ul className={styles.shares} aria-live="polite">
        {largestFirst.map(({ id, name, percent }) => (
          <li key={id} className={id === own ? styles.own : undefined}>
            <span className={styles.who} title={name}>
              {id > 0 && `#${id} `}
              <span>{id === own ? t('thisOne') : name}</span>
            </span>
            <span>{percentText(percent)}</span>
            <span className={styles.track}>
              <span style={{ width: `${percent}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {!shares.some(({ id }) => id === own) && (
        <p className={textStyles.hintBelow}>{t(shares.length === 0 ? 'noChannel' : 'none')}</p>
      )}
    </>
  )
}

/** A share above zero is never shown as 0 %. */
const percentText = (percent: number) => (percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`)

type ShareRequest = InputOf<typeof channelApi.share>['body']
type Share = DataOf<typeof channelApi.share>[number]

const pauseMilliseconds = 300

/** Requests the shares once the form has not changed for a moment; the previous shares stay until the next response. */
function useShare(request: ShareRequest) {
  const now = JSON.stringify(request)
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [now])
  const body: ShareRequest = JSON.parse(settled)
  return useQuery({
    queryKey: ['channels', 'share', settled],
    queryFn: () => call(channelApi.share, { body }),
    enabled: body.model !== '' && body.group !== '',
    placeholderData: keepPreviousData,
  })
}
