import { useQuery } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/routing/channel'
import { Select } from 'antd'
import { useState } from 'react'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { changeSettings, useSettings } from '../store/use-playground.ts'
import { settingsText } from './settings.text.ts'

const shownMax = 50

/** The one channel that an administrator wants to try, found by id or name. */
export function ChannelSelect({ id, describedBy }: { id: string; describedBy: string | undefined }) {
  const t = settingsText.use()
  const settings = useSettings()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['playground', 'channels', keyword],
    queryFn: () => call(channelApi.search, { query: { keyword, p: 0, page_size: shownMax } }),
    staleTime: 60_000,
  })
  const found = (data?.data ?? []).map((channel) => ({ value: channel.id, label: `#${channel.id} ${channel.name}` }))
  const { channel } = settings
  const isFound = channel === null || found.some(({ value }) => value === channel)
  return (
    <Select
      id={id}
      aria-describedby={describedBy}
      className={layoutStyles.wide}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      loading={isFetching}
      placeholder={t('anyChannel')}
      value={channel ?? undefined}
      options={isFound ? found : [{ value: channel, label: `#${channel}` }, ...found]}
      onChange={(value: number | undefined) => changeSettings({ channel: value ?? null })}
    />
  )
}
